# Swift in nixpkgs must be 6.2 or newer: `callPackage ./package.nix { swift = …; }`.
{ lib, stdenv, swift, swiftpm, dbus, glib, libarchive, libjpeg, libpng, libwebp, libyaml, tomlplusplus, zlib, pkg-config }:

stdenv.mkDerivation {
  pname = "nightd";
  version = "0.1.0";
  src = lib.cleanSource ../..;
  nativeBuildInputs = [ swift swiftpm pkg-config ];
  buildInputs = [ dbus glib libarchive libjpeg libpng libwebp libyaml tomlplusplus zlib ];
  buildPhase = "make programs library sbom LIBDBUS=shared";
  installPhase = ''
    make install DESTDIR= PREFIX=$out UNITDIR=$out/share/systemd/user \
      PORTALDIR=$out/share/xdg-desktop-portal PORTALS_CONF=
  '';
  # nightctl loads GIO late, so its path must be in the program; so must that of libdbus in all of them.
  postFixup = ''
    patchelf --add-rpath ${lib.makeLibraryPath [ dbus glib ]} $out/bin/nightctl
    patchelf --add-rpath ${lib.makeLibraryPath [ dbus ]} $out/bin/nightd $out/lib/libnightkit.so.0
  '';
  meta = {
    description = "Switch the desktop between light and dark";
    license = lib.licenses.asl20;
    platforms = lib.platforms.linux;
    mainProgram = "nightctl";
  };
}
