# Swift in nixpkgs must be 6.2 or newer: `callPackage ./package.nix { swift = …; }`.
{ lib, stdenv, swift, swiftpm, dbus, glib, libyaml, pkg-config }:

stdenv.mkDerivation {
  pname = "nightd";
  version = "0.1.0";
  src = lib.cleanSource ../..;
  nativeBuildInputs = [ swift swiftpm pkg-config ];
  buildInputs = [ dbus glib libyaml ];
  buildPhase = "make programs library sbom";
  installPhase = ''
    make install DESTDIR= PREFIX=$out UNITDIR=$out/share/systemd/user \
      PORTALDIR=$out/share/xdg-desktop-portal PORTALS_CONF=
  '';
  # nightctl and the library load libdbus late, and nightctl GIO, so the paths must be in the programs.
  postFixup = ''
    patchelf --add-rpath ${lib.makeLibraryPath [ dbus glib ]} $out/bin/nightctl $out/lib/libnightkit.so.0
  '';
  meta = {
    description = "Switch the desktop between light and dark";
    license = lib.licenses.asl20;
    platforms = lib.platforms.linux;
    mainProgram = "nightctl";
  };
}
