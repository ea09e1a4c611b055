# All tasks for nightd. `make help` lists them.
PREFIX ?= /usr/local
DESTDIR ?=
BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec
# Packages with several architectures set LIBDIR, such as /usr/lib/x86_64-linux-gnu on Debian.
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
DATADIR = $(PREFIX)/share
DOCDIR ?= $(DATADIR)/doc/nightd
MANDIR ?= $(DATADIR)/man
# Below /usr, distributions put units here. With any other prefix, the user's manager reads the folder below
# share, for each prefix whose services the bus reads, including ~/.local. A service that only the bus knows,
# but not the manager, could not be started at all.
UNITDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/systemd/user,$(DATADIR)/systemd/user)
# Before 1.17, the portal reads only this folder, whatever the prefix. A portals.conf in another folder
# could override those of desktops. With any other prefix, such as one in a home, nothing is installed
# there: nightctl doctor says what that user needs, and writes it.
PORTALDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/usr/share/xdg-desktop-portal)
# Packages leave PORTALS_CONF empty: a portals.conf for all desktops belongs to the administrator.
PORTALS_CONF ?= $(if $(PORTALDIR),$(PORTALDIR)/portals.conf)
# Each shell reads these below every prefix. Debian's packages use /usr/share/zsh/vendor-completions.
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
# Without XDG_DATA_DIRS, fish reads only /usr/share.
FISHDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/usr/share,$(DATADIR))/fish/vendor_completions.d
SWIFT ?= swift

RELEASE = .build/release
STATIC = .build/static

# The Swift runtime and the C++ library that it needs are linked into the programs: loading them as
# shared libraries would cost more than the rest of a start. The linker removes unused code, merges equal
# code, packs relocations, and puts the functions of daily use next to each other, so that less of the
# program is read into memory (data/hot-functions; `make hot-functions` writes it). Swift's implicit
# imports stay out, above all concurrency with its dispatcher, which would start threads.
RELEASE_FLAGS = -c release --static-swift-stdlib -Xswiftc -static-stdlib --disable-local-rpath \
  -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import \
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -use-ld=lld \
  -Xlinker '-L$(CURDIR)/$(STATIC)' -Xlinker --gc-sections -Xlinker --icf=all \
  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker '--symbol-ordering-file=$(CURDIR)/data/hot-functions' \
  -Xlinker '-T$(CURDIR)/data/nameless.ld' -Xlinker --no-warn-symbol-ordering
STRIP_FLAGS = -Xlinker -s

# A packager sets PACKAGE_NOTE to JSON such as {"type":"deb","name":"nightd","version":"1.2-3"}. It becomes the
# ELF note .note.package, by which a report of a crash names the package.
PACKAGE_NOTE ?=
NOTE_FLAGS = $(if $(PACKAGE_NOTE),-Xlinker '--package-metadata=$(PACKAGE_NOTE)')

# The linker lists the files that it reads, from which data/sbom makes the bill of materials. In a first build,
# the builder makes $(RELEASE) only after it has linked.
inputs = -Xlinker '--dependency-file=$(CURDIR)/$(STATIC)/$(1).inputs'

# A program whose list is missing is linked again.
listed = for file in $(1); do [ -f $(STATIC)/$$file.inputs ] || rm -f $(RELEASE)/$$file; done

# The C library is the same code, linked statically like the programs; it exports only its own names. It
# stays loaded after dlclose, because its thread may still be running then.
version = $$(sed -n 's/.*static let version = "$(1)"/\1/p' Sources/NightCore/Contract/Contract.swift)
VERSION = $(call version,\(.*\))
LIBRARY = libnightkit.so
SONAME = $(LIBRARY).0
LIBRARY_FLAGS = -Xlinker -soname=$(SONAME) -Xlinker -z -Xlinker nodelete \
  -Xlinker '--version-script=$(CURDIR)/data/nightkit.map' \
  -Xlinker '--symbol-ordering-file=$(CURDIR)/data/hot-functions-library'

# libdbus is linked statically too, unless the static library is missing: Debian's shared libdbus brings seven
# more libraries, and loading them would cost two fifths of the instructions of a `nightctl set`. LIBDBUS=shared
# links the shared one, for packagers whose distribution updates libdbus by itself; see packaging/README.md.
LIBDBUS ?=
BUILD = PKG_CONFIG_PATH="$(CURDIR)/$(STATIC):$$PKG_CONFIG_PATH" $(SWIFT) build $(RELEASE_FLAGS) $(STRIP_FLAGS) $(NOTE_FLAGS)

PACKAGE_TARGETS = deb deb-settings check-package reproducible sbom tar dist
.PHONY: $(PACKAGE_TARGETS) help build run check check-changes check-fast test texts check-broker e2e desktops broken examples settings check-settings e2e-settings e2e-icon window install-settings install-window uninstall-settings torture fuzz sanitize format lint docs api install uninstall picture hot-functions clean

help:
	@echo 'make build       build the release programs and libnightkit in $(RELEASE);'
	@echo '                 LIBDBUS=shared links the shared libdbus, not the static one'
	@echo 'make run         start the daemon and print the command for your first switch'
	@echo 'make check       check the format, manual and API, build, and run all tests'
	@echo 'make check-fast  run the tests that start no daemon'
	@echo 'make test        run the tests whose names fit FILTER, such as FILTER=HelpTextTests'
	@echo 'make texts       write the texts that are made from tables: help, manuals, lists, golden files'
	@echo 'make check-broker  run all tests on a bare dbus-broker instead of dbus-daemon'
	@echo 'make e2e         switch windows of GTK, Qt, KDE, Firefox and Chromium, and try the other programs; print'
	@echo '                 tables (half an hour); E2E="windows idle" tries a few of its parts'
	@echo 'make desktops    try nightd on 37 desktops in fresh Debian roots (as root, over an hour);'
	@echo '                 DESKTOPS="sway-1.16 KDE-1.20" tries a few'
	@echo 'make broken      break nightd in real sessions, and do what nightctl doctor says (as root)'
	@echo 'make examples    build and test Examples/, including the GTK 4 window'
	@echo 'make settings    build nightd-settings, the window, which needs GTK 4 and libadwaita, and its icon'
	@echo 'make check-settings  run the tests of the window'"'"'s model'
	@echo 'make e2e-settings  use every control of the window on a virtual screen'
	@echo 'make e2e-icon    use the icon in Waybar and in the panels of Xfce, MATE and LXQt'
	@echo 'make torture     test thousands of faults, kills and hostile peers (over an hour)'
	@echo 'make fuzz        fuzz each target for SECONDS=$(SECONDS)'
	@echo 'make sanitize    run all tests under sanitizers, the programs under valgrind (3 hours)'
	@echo 'make install     install what make build built; PREFIX=$(PREFIX) DESTDIR='
	@echo 'make install-settings  install what make settings built; uninstall-settings removes it'
	@echo 'make uninstall   remove what make install installed'
	@echo 'make format      format all sources'
	@echo 'make lint        list formatting mistakes'
	@echo 'make docs        build the manual of NightKit with docc, in .build/documentation'
	@echo 'make api         list the public declarations of NightKit and libnightkit in docs/api'
	@echo 'make bench       compare with C programs over libdbus that do the same; print a table'
	@echo 'make bench-check count instructions with callgrind, and compare them with bench/instructions.tsv'
	@echo 'make bench-counts  write that table after a change that must cost more'
	@echo 'make bench-hooks measure hooks and programs under a real user manager; needs root'
	@echo 'make bench-peers compare with gsettings and other desktop tools; print a table'
	@echo 'make hot-functions  record again which functions run in daily use'
	@echo 'make picture     record the picture of README.md again'
	@echo 'make deb         make packages for Debian and Ubuntu in $(PACKAGES);'
	@echo '                 make deb-settings also makes the package of the window, which needs GTK 4'
	@echo 'make check-package  test the packages in bare Debian roots (as root)'
	@echo 'make reproducible  build twice in different folders, and compare the results'
	@echo 'make sbom        list what is linked into the programs, in SPDX: $(RELEASE)/$(SBOM)'
	@echo 'make tar         make an archive of the programs with an install script in $(DIST)'
	@echo 'make dist        make an archive of the source in $(DIST)'
	@echo 'make clean       remove everything that was built'

# --- building ---------------------------------------------------------------------------------

build: need-build
	@$(MAKE) --no-print-directory programs library sbom

.PHONY: need-build need-docs need-run need-check need-e2e need-desktops need-broken need-examples need-settings need-icon need-torture need-sanitize need-deb need-check-package need-picture need-record libdbus decoders programs library icon settings-trial zone-years plain-prefix
need-build:
	@SWIFT='$(SWIFT)' sh data/need build

need-docs:
	@SWIFT='$(SWIFT)' sh data/need docs

need-run:
	@SWIFT='$(SWIFT)' sh data/need run

need-check:
	@SWIFT='$(SWIFT)' sh data/need check

need-e2e:
	@SWIFT='$(SWIFT)' sh data/need e2e

need-desktops:
	@SWIFT='$(SWIFT)' sh data/need desktops

need-broken:
	@SWIFT='$(SWIFT)' sh data/need broken

need-examples:
	@SWIFT='$(SWIFT)' sh data/need examples

need-settings:
	@SWIFT='$(SWIFT)' sh data/need settings

need-icon:
	@SWIFT='$(SWIFT)' sh data/need icon

need-torture:
	@SWIFT='$(SWIFT)' sh data/need torture

need-sanitize:
	@SWIFT='$(SWIFT)' sh data/need sanitize

need-deb:
	@SWIFT='$(SWIFT)' sh data/need deb

need-check-package:
	@SWIFT='$(SWIFT)' sh data/need check-package

need-picture:
	@SWIFT='$(SWIFT)' sh data/need picture

need-record:
	@SWIFT='$(SWIFT)' sh data/need record

# The builder does not track the linker's lists, so a program older than its list is deleted here and
# linked again.
anew = find $(1) ! -newer data/$(2) -delete 2>/dev/null || :

libdbus:
	@mkdir -p $(STATIC)
	@sh data/libdbus '$(LIBDBUS)'

# The programs that decode pictures and archives are C alone: the Swift package manager would link all of Swift into
# them.
decoder = $(CC) -O2 -Wall -Wextra -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE -pie -s \
  -Wl,-z,relro,-z,now -o $(1)/nightd-$(2) Sources/nightd-$(2)/$(2).c
make_decoders = $(call decoder,$(1),picture) -ljpeg -lpng16 -lwebp && \
  $(call decoder,$(1),archive) -larchive -lz

# Into DECODER_FOLDER, for tests of other builds.
decoders:
	@mkdir -p '$(DECODER_FOLDER)' && $(call make_decoders,$(DECODER_FOLDER))

programs: libdbus
	@$(call anew,$(RELEASE)/nightd $(RELEASE)/nightctl,hot-functions)
	@$(call anew,$(RELEASE)/nightd $(RELEASE)/nightctl,nameless.ld)
	@ln -sf "$$(g++ -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	@$(call listed,nightd nightctl)
	$(BUILD) $(call inputs,nightd) --product nightd
	$(BUILD) $(call inputs,nightctl) --product nightctl
	$(call make_decoders,$(RELEASE))
	@$(call stale,nightd nightctl)

library: libdbus
	@$(call anew,$(RELEASE)/$(LIBRARY),hot-functions-library)
	@$(call anew,$(RELEASE)/$(LIBRARY),nightkit.map)
	@$(call anew,$(RELEASE)/$(LIBRARY),nameless.ld)
	@ln -sf "$$(g++ -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	@$(call listed,$(LIBRARY))
	$(BUILD) $(LIBRARY_FLAGS) $(call inputs,$(LIBRARY)) --product nightkit
	@$(call stale,$(LIBRARY))

# Lists what is linked in, with versions and licences, in SPDX 2.3. A list that is older than a program is
# deleted, because its checksums may be wrong.
SBOM = nightd.spdx.json
stale = for file in $(1); do \
  find $(RELEASE)/$(SBOM) ! -newer $(RELEASE)/$$file -delete 2>/dev/null || :; done
sbom: programs library
	@SWIFT='$(SWIFT)' sh data/sbom $(RELEASE) $(STATIC)
	@echo $(RELEASE)/$(SBOM)

# A program that tests run, with the same optimisation: debug code would take minutes.
zone-years: programs
	$(BUILD) --product ZoneYears

# The debug programs, which compile in less than half the time of the release programs.
run: need-run
	$(SWIFT) build --product nightd
	$(SWIFT) build --product nightctl
	@$(call make_decoders,.build/debug)
	@sh data/run .build/debug

# --- checking ---------------------------------------------------------------------------------

# The last line is the test runner's own summary. CHECK has more options for the test runner.
CHECK ?=
check: need-check lint check-docs zone-years library check-changes
	NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' $(SWIFT) test $(CHECK)

# Changes of the kinds that docs/architecture.md lists still fit, and compile.
check-changes: need-check programs
	NIGHTD_PROGRAMS='$(RELEASE)' SWIFT='$(SWIFT)' sh Tests/Changes/check

check-fast: need-check
	sh Tests/Changes/check fit
	$(SWIFT) test --filter \
	  'Night(Core|Contract|Store|Bus|Programs|ctl)Tests'

test: need-check
	@$(MAKE) --no-print-directory decoders DECODER_FOLDER=.build/debug
	$(SWIFT) test --filter '$(or $(FILTER),$(error FILTER= is missing, such as make test FILTER=HelpTextTests))'

# A test compares each of these texts, and writes it if this variable is set. Read the change before you commit it.
texts: need-check
	NIGHTD_WRITE_DOCS=1 $(SWIFT) test \
	  --filter 'Schedule(Document|Picture)|Schema|PreferenceDocument|KeeperRule|Program(Golden|Reader)|HelpText|Explain|PreferenceCommand|PreferenceUsage'
	NIGHTD_WRITE_DOCS=1 $(SWIFT) test --filter ManualPage

# A test that needs dbus-daemon itself says so and uses it.
check-broker: need-check zone-years library
	NIGHTD_TEST_BUS=dbus-broker NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' $(SWIFT) test

# Runs each part of data/e2e, even if an earlier part failed. E2E selects some of windows, programs, toolkits and
# idle. NIGHTD_PROGRAMS is the folder of the programs to test, if not those built here.
# WINDOWS selects some of libadwaita firefox chromium qt (default: all). With GNOME=200, each window is
# switched 200 times while GTK's backend runs beside nightd and nightd writes GNOME's settings.
# PROGRAMS selects programs that follow. TOOLKITS selects windows and options of Tests/Toolkits/trial.py, such as
# "--screen sway gtk3".
PICTURES = .build/pictures
QT = .build/qt
e2e: need-e2e $(if $(NIGHTD_PROGRAMS),,programs) $(QT)/installed
	$(SWIFT) build --product Windows
	@mkdir -p '$(PICTURES)'
	@PICTURES='$(PICTURES)' GNOME='$(GNOME)' WINDOWS='$(WINDOWS)' PROGRAMS='$(PROGRAMS)' \
	  TOOLKITS='$(TOOLKITS)' sh data/e2e '$(abspath $(or $(NIGHTD_PROGRAMS),$(RELEASE)))' $(E2E)

# Debian's Qt is too old to follow a change of the style.
$(QT)/installed:
	/usr/bin/python3 -m venv --clear $(QT)
	$(QT)/bin/pip install --quiet --disable-pip-version-check PyQt6==6.11.0
	@touch $@

# Makes roots of Debian 12 and 13 with their portals and windows, and runs each set-up in a session of its
# own. DESKTOPS_CACHE keeps the roots. DESKTOPS selects set-ups, such as sway-1.16; without it, the table in
# docs/portal.md is written. WINDOWS selects the windows, TOGGLES is the number of toggles. NIGHTD_PROGRAMS
# is the folder of the programs to test, if not those built here.
DESKTOPS_CACHE = .build/desktops
desktops: need-desktops $(if $(NIGHTD_PROGRAMS),,programs library) $(DESKTOPS_CACHE)/pip
	@PIP='$(abspath $(DESKTOPS_CACHE))/pip/bin/pip' Tests/Desktops/run \
	  '$(or $(NIGHTD_PROGRAMS),$(RELEASE))' '$(DESKTOPS_CACHE)' $(DESKTOPS)

$(DESKTOPS_CACHE)/pip:
	@mkdir -p '$(DESKTOPS_CACHE)'
	/usr/bin/python3 -m venv '$@'

# Each module of set-ups writes its table in docs/doctor.md. NIGHTD_PROGRAMS is the folder of the programs
# to test, if not those built here. NEWER_PORTAL is a folder that Tests/Broken/newer-portal made: it has
# the desktop portal of Debian 13, which is then tested as well.
broken: need-broken $(if $(NIGHTD_PROGRAMS),,programs library)
	@wrong=0; for module in Tests/Broken/*.py; do \
	  [ ! -x "$$module" ] || "$$module" '$(or $(NIGHTD_PROGRAMS),$(RELEASE))' || wrong=1; \
	done; exit $$wrong

# The GTK window has a package of its own, so that nothing else depends on GTK. Its pictures go into the
# same folder as those of the other windows. The builder does not notice new files of the package on which the
# example depends, so its plan is deleted here.
EXAMPLES = .build/examples
examples: need-examples
	@rm -f $(EXAMPLES)/debug.yaml
	$(SWIFT) build --package-path Examples/Gtk --scratch-path $(EXAMPLES)
	@mkdir -p '$(PICTURES)'
	NIGHTD_GTK_EXAMPLE='$(CURDIR)/$(EXAMPLES)/debug/GtkExample' \
	  $(SWIFT) test --filter '(Gtk|Terminal|Design)ExampleTests'

# The window is a package of its own too, so that nightd and nightctl do not need GTK.
SETTINGS = Apps/Settings
SETTINGS_BUILD = .build/settings
SETTINGS_SWIFT = --package-path $(SETTINGS) --scratch-path $(SETTINGS_BUILD)
SETTINGS_ID = org.nightd.Settings
SETTINGS_TRIAL = $(CURDIR)/$(SETTINGS_BUILD)/installed
SETTINGS_LANGUAGES = $(shell cat $(SETTINGS)/po/LINGUAS)
settings: need-settings icon window

window:
	$(SWIFT) build $(SETTINGS_SWIFT) -c release --static-swift-stdlib --disable-local-rpath \
	  -Xlinker -s $(NOTE_FLAGS) --product nightd-settings
	@mkdir -p $(SETTINGS_BUILD)/share
	@for language in $(SETTINGS_LANGUAGES); do \
	  msgfmt -o "$(SETTINGS_BUILD)/share/$$language.mo" "$(SETTINGS)/po/$$language.po" || exit 1; done
	msgfmt --desktop -d $(SETTINGS)/po --template=$(SETTINGS)/data/$(SETTINGS_ID).desktop.in \
	  -o $(SETTINGS_BUILD)/share/$(SETTINGS_ID).desktop
	msgfmt --xml -d $(SETTINGS)/po --template=$(SETTINGS)/data/$(SETTINGS_ID).metainfo.xml.in \
	  -o $(SETTINGS_BUILD)/share/$(SETTINGS_ID).metainfo.xml

# The icon is built like nightd and nightctl, because it runs all day too.
icon: libdbus
	@ln -sf "$$(g++ -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	$(BUILD) --product nightd-icon

check-settings: need-settings
	$(SWIFT) test $(SETTINGS_SWIFT)

# NIGHTD_PREFIX is a folder in which nightd is installed, if not one that is made here. SETTINGS_PARTS selects
# parts of Tests/Driving/drive.py, such as "style schedule". Its pictures of the pages are in $(PICTURES)/settings.
e2e-settings: settings-trial
	/usr/bin/python3 -W ignore $(SETTINGS)/Tests/Driving/drive.py '$(SETTINGS_TRIAL)/bin/nightd-settings' \
	  '$(or $(NIGHTD_PREFIX),$(SETTINGS_TRIAL))' '$(PICTURES)/settings' $(SETTINGS_PARTS)

# ICON_PARTS selects parts of Tests/Driving/icon.py, such as "waybar menu".
e2e-icon: need-icon settings-trial
	/usr/bin/python3 -W ignore $(SETTINGS)/Tests/Driving/icon.py '$(SETTINGS_TRIAL)/bin/nightd-icon' \
	  '$(or $(NIGHTD_PREFIX),$(SETTINGS_TRIAL))' '$(PICTURES)/icon' $(ICON_PARTS)

settings-trial: settings $(if $(NIGHTD_PREFIX),,programs library)
	@$(MAKE) --no-print-directory $(if $(NIGHTD_PREFIX),,install) install-settings PREFIX='$(SETTINGS_TRIAL)' >/dev/null

# The long forms of the trials. `make torture ONLY=kill` runs those with that word in their names.
# `make torture ONLY='shape' SEED=1 CALL=4711` repeats a single call of the trial with calls of every shape.
torture: need-torture zone-years
	$(SWIFT) build --product Torture
	$(SWIFT) build --product BareBroker
	NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' .build/debug/Torture '$(ONLY)' $(SEED) $(CALL)
	$(if $(ONLY),,NIGHTD_BUS_CRASHES=1 NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' $(SWIFT) test --filter RestartTests)

format:
	$(SWIFT) format --in-place --recursive Sources Tests Examples Apps Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Examples Apps Package.swift

docs: need-docs
	SWIFT='$(SWIFT)' sh data/docs

# Writes the lists of public declarations in docs/api, which check-docs compares with the code.
api: need-docs
	SWIFT='$(SWIFT)' sh data/docs --api

# Some toolchains do not include docc, and then the manual is not checked.
.PHONY: check-docs
check-docs: need-docs
	SWIFT='$(SWIFT)' sh data/docs --check

# --- searching for faults ---------------------------------------------------------------------

SECONDS = 60

# Needs only the toolchain, which includes libFuzzer. FUZZ selects the targets (default: all).
fuzz: need-build
	SWIFT='$(SWIFT)' sh data/fuzz $(SECONDS) $(FUZZ)

# SANITIZE selects some of address, thread, undefined, valgrind (default: all).
sanitize: need-sanitize
	SWIFT='$(SWIFT)' sh data/sanitize $(SANITIZE)

# --- measuring --------------------------------------------------------------------------------

BENCH = .build/bench
BENCH_TOOLS = $(addprefix $(BENCH)/,client service load fanout race owner batch wait moment source portal backend teller follower)

.PHONY: bench bench-check bench-counts bench-hooks bench-peers kit-bench need-bench need-bench-peers
need-bench:
	@SWIFT='$(SWIFT)' sh data/need bench

need-bench-peers:
	@SWIFT='$(SWIFT)' sh data/need bench-peers

$(BENCH)/%: bench/%.c bench/bench.h
	@mkdir -p $(BENCH)
	cc -O2 -Wall -Wextra -Werror $$(pkg-config --cflags dbus-1) -o $@ $< $$(pkg-config --libs dbus-1)

# Builds with the flags of an application that uses NightKit, in a folder of its own.
kit-bench:
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build/kit --product KitBench

# With STRICT=1, a row over its limit is a failure.
bench: need-bench programs kit-bench $(BENCH_TOOLS)
	@sh bench/run

# Measures hooks and programs under a real user manager; needs root.
bench-hooks: need-bench programs library
	@sh bench/hooks

bench-peers: need-bench-peers programs $(BENCH_TOOLS)
	@sh bench/peers

$(BENCH)/colors: bench/colors.c $(if $(NIGHTD_PROGRAMS),,library)
	@mkdir -p $(BENCH)
	cc -O2 -Wall -Wextra -Werror -ISources/CNightKit -o $@ $< -L$(RELEASE) -lnightkit

# Counts instructions with callgrind, and fails if a row of bench/instructions.tsv costs more than 3 % more. A change
# that must cost more writes the table again with bench-counts, and its commit says why.
bench-check: need-bench $(if $(NIGHTD_PROGRAMS),,programs library) $(BENCH)/colors
	@/usr/bin/python3 bench/instructions.py check
bench-counts: need-bench programs library $(BENCH)/colors
	@/usr/bin/python3 bench/instructions.py write

# Sway refuses to run as root, so the recording runs in a user namespace as another user.
picture: need-picture programs
	unshare --user --map-root-user unshare --user --map-user=1000 --map-group=1000 \
	  /usr/bin/python3 docs/pictures/record.py $(RELEASE) docs/pictures/desktop.gif

hot-functions: need-record
	sh data/record-hot-functions

# --- installing -------------------------------------------------------------------------------

# Writes the paths of this installation into the installed files.
PORTAL_BACKEND = org.freedesktop.impl.portal.desktop.nightd
define rewritten
install -D -m 644 $(1) '$(DESTDIR)$(2)/$(notdir $(1:.in=))'
sed -i "s|@BINDIR@|$(BINDIR)|g; s|@LIBDIR@|$(LIBDIR)|g; s|@INCLUDEDIR@|$(INCLUDEDIR)|g; \
  s|@PREFIX@|$(PREFIX)|g; s|@VERSION@|$(VERSION)|g; \
  s|@VERSION_MAJOR@|$(call version,\([0-9]*\).*)|g; \
  s|@VERSION_MINOR@|$(call version,[0-9]*\.\([0-9]*\).*)|g; \
  s|@VERSION_PATCH@|$(call version,[0-9]*\.[0-9]*\.\([0-9]*\).*)|g" '$(DESTDIR)$(2)/$(notdir $(1:.in=))'
endef

# The Exec= of a service file cannot contain a path with one of these characters.
plain-prefix:
	@case '$(BINDIR)' in *[[:space:]'|&']*) \
	  echo 'PREFIX must hold no blank, no | and no &: $(PREFIX)' >&2; exit 1 ;; esac

# Each installed file stands in one list, so that `make uninstall` removes exactly these.
INSTALLED = $(BINDIR)/nightd $(BINDIR)/nightctl \
  $(LIBEXECDIR)/nightd-picture $(LIBEXECDIR)/nightd-archive \
  $(DATADIR)/dbus-1/interfaces/org.nightd.Night1.xml \
  $(DATADIR)/dbus-1/services/org.nightd.Night1.service \
  $(DATADIR)/dbus-1/services/$(PORTAL_BACKEND).service \
  $(if $(PORTALDIR),$(PORTALDIR)/portals/nightd.portal) $(PORTALS_CONF) \
  $(UNITDIR)/nightd.service $(UNITDIR)/nightd-login.service \
  $(UNITDIR)/night-switch.service $(UNITDIR)/night-switch.timer \
  $(DATADIR)/applications/nightd.desktop $(DATADIR)/metainfo/org.nightd.nightd.metainfo.xml \
  $(ICONS)/scalable/apps/org.nightd.nightd.svg $(ICONS)/symbolic/apps/org.nightd.nightd-symbolic.svg \
  $(BASHDIR)/nightctl $(ZSHDIR)/_nightctl $(FISHDIR)/nightctl.fish \
  $(foreach page,$(MANUALS),$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
  $(LIBDIR)/$(LIBRARY) $(LIBDIR)/$(SONAME) $(LIBDIR)/$(LIBRARY).$(shell echo $(VERSION)) \
  $(LIBDIR)/pkgconfig/nightkit.pc $(INCLUDEDIR)/nightkit.h $(INCLUDEDIR)/nightkit.hpp \
  $(DATADIR)/nightd/nightd.portal $(DATADIR)/nightd/sandbox $(DATADIR)/nightd/login \
  $(DATADIR)/nightd/$(SBOM) \
  $(addprefix $(DATADIR)/nightd/themes/,$(notdir $(THEMES)) $(addsuffix .json5,$(KNOWN_THEMES))) \
  $(addprefix $(DATADIR)/nightd/schema/,$(notdir $(SCHEMAS))) \
  $(patsubst data/%,$(DATADIR)/nightd/%,$(DESCRIPTIONS)) $(addprefix $(DOCDIR)/,$(DOCS))
DOCS = $(wildcard LICENSE *.md docs/*.md docs/*/*.md docs/*.svg docs/pictures/*.gif docs/pictures/*.png docs/api/*.txt) \
  $(EXAMPLES) $(wildcard packaging/README.md Sources/NightKit/NightKit.docc/*.md)
# The documents link to these.
EXAMPLES = $(shell find Examples -type f ! -path '*/.*' | sort)
# Folders that may be empty without nightd.
LEFT = $(filter-out $(BINDIR)/ $(LIBEXECDIR)/ $(LIBDIR)/ $(INCLUDEDIR)/,$(sort $(dir $(INSTALLED))))
ICONS = $(DATADIR)/icons/hicolor
MANUALS = $(wildcard data/man/*)
THEMES = $(wildcard data/themes/*.json5)
# The themes that people know by name; nightctl makes them from a table.
KNOWN_THEMES = $(shell sed 1d data/known-themes.tsv | cut -f 1)
SCHEMAS = $(wildcard data/schema/*.json)
# The page of the gallery, the descriptions of other programs, with their templates, and the list of those that
# follow by themselves.
DESCRIPTIONS = data/gallery.html data/followers $(wildcard data/programs/*/*)

# Below another prefix, the session bus and the portal do not look for nightd until the doctor has told them.
NEXT = $(if $(filter /usr /usr/local,$(PREFIX)),nightctl set dark,$(BINDIR)/nightctl doctor --fix)
install: plain-prefix
	@test -x $(RELEASE)/nightd -a -x $(RELEASE)/nightctl -a -x $(RELEASE)/nightd-picture \
	  -a -x $(RELEASE)/nightd-archive -a -e $(RELEASE)/$(LIBRARY) || \
	  { echo 'nothing is built yet: run make build first' >&2; exit 1; }
	install -D -m 755 $(RELEASE)/nightd '$(DESTDIR)$(BINDIR)/nightd'
	install -D -m 755 $(RELEASE)/nightctl '$(DESTDIR)$(BINDIR)/nightctl'
	install -D -m 755 $(RELEASE)/nightd-picture '$(DESTDIR)$(LIBEXECDIR)/nightd-picture'
	install -D -m 755 $(RELEASE)/nightd-archive '$(DESTDIR)$(LIBEXECDIR)/nightd-archive'
	install -D -m 644 dbus/org.nightd.Night1.xml \
	  '$(DESTDIR)$(DATADIR)/dbus-1/interfaces/org.nightd.Night1.xml'
	$(call rewritten,dbus/org.nightd.Night1.service.in,$(DATADIR)/dbus-1/services)
	$(call rewritten,dbus/$(PORTAL_BACKEND).service.in,$(DATADIR)/dbus-1/services)
	install -D -m 644 data/nightd.portal '$(DESTDIR)$(DATADIR)/nightd/nightd.portal'
ifneq ($(PORTALDIR),)
	install -D -m 644 data/nightd.portal '$(DESTDIR)$(PORTALDIR)/portals/nightd.portal'
endif
ifneq ($(PORTALS_CONF),)
	install -D -m 644 data/portals.conf '$(DESTDIR)$(PORTALS_CONF)'
endif
	$(call rewritten,systemd/nightd.service.in,$(UNITDIR))
	$(call rewritten,systemd/nightd-login.service.in,$(UNITDIR))
	$(call rewritten,systemd/night-switch.service.in,$(UNITDIR))
	install -D -m 755 systemd/sandbox '$(DESTDIR)$(DATADIR)/nightd/sandbox'
	install -D -m 755 systemd/login '$(DESTDIR)$(DATADIR)/nightd/login'
	install -d '$(DESTDIR)$(DATADIR)/nightd/themes'
	install -m 644 $(THEMES) '$(DESTDIR)$(DATADIR)/nightd/themes'
	sh data/known-themes '$(RELEASE)/nightctl' '$(DESTDIR)$(DATADIR)/nightd/themes'
	@test ! -f $(RELEASE)/$(SBOM) || install -m 644 $(RELEASE)/$(SBOM) '$(DESTDIR)$(DATADIR)/nightd'
	install -d '$(DESTDIR)$(DATADIR)/nightd/schema'
	install -m 644 $(SCHEMAS) '$(DESTDIR)$(DATADIR)/nightd/schema'
	@for file in $(DESCRIPTIONS); do \
	  install -D -m 644 "$$file" '$(DESTDIR)$(DATADIR)/nightd'/"$${file#data/}" || exit 1; done
	install -D -m 644 systemd/night-switch.timer '$(DESTDIR)$(UNITDIR)/night-switch.timer'
	install -D -m 644 data/nightd.desktop '$(DESTDIR)$(DATADIR)/applications/nightd.desktop'
	$(call rewritten,data/org.nightd.nightd.metainfo.xml.in,$(DATADIR)/metainfo)
	install -D -m 644 data/icons/org.nightd.nightd.svg \
	  '$(DESTDIR)$(ICONS)/scalable/apps/org.nightd.nightd.svg'
	install -D -m 644 data/icons/org.nightd.nightd-symbolic.svg \
	  '$(DESTDIR)$(ICONS)/symbolic/apps/org.nightd.nightd-symbolic.svg'
	install -D -m 644 data/completions/nightctl.bash '$(DESTDIR)$(BASHDIR)/nightctl'
	install -D -m 644 data/completions/_nightctl '$(DESTDIR)$(ZSHDIR)/_nightctl'
	install -D -m 644 data/completions/nightctl.fish '$(DESTDIR)$(FISHDIR)/nightctl.fish'
	install -D -m 644 $(RELEASE)/$(LIBRARY) '$(DESTDIR)$(LIBDIR)/$(LIBRARY).'"$(VERSION)"
	ln -sf $(LIBRARY)."$(VERSION)" '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/$(LIBRARY)'
	$(call rewritten,Sources/CNightKit/nightkit.h,$(INCLUDEDIR))
	install -D -m 644 Sources/CNightKit/nightkit.hpp '$(DESTDIR)$(INCLUDEDIR)/nightkit.hpp'
	$(call rewritten,data/nightkit.pc.in,$(LIBDIR)/pkgconfig)
	@for page in $(MANUALS); do \
	  install -D -m 644 "$$page" '$(DESTDIR)$(MANDIR)/man'"$${page##*.}/$${page##*/}" || exit 1; \
	done
	@for file in $(DOCS); do install -D -m 644 "$$file" '$(DESTDIR)$(DOCDIR)'/"$$file" || exit 1; done
ifneq ($(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),)
	-ldconfig
endif
	@echo "nightd $(VERSION) is installed below $(DESTDIR)$(PREFIX). Next, as yourself: $(NEXT)"

uninstall:
	@echo 'Each user should first restore the settings of other programs: nightctl undo'
	rm -f $(foreach file,$(INSTALLED),'$(DESTDIR)$(file)')
	@for folder in $(foreach folder,$(LEFT),'$(DESTDIR)$(folder)'); do \
	  while rmdir "$$folder" 2>/dev/null; do \
	    folder=$$(dirname "$$folder"); \
	    case $$folder in '$(DESTDIR)$(DATADIR)'/*/* | '$(DESTDIR)$(DATADIR)'/nightd) ;; *) break ;; esac; \
	  done; \
	done
ifneq ($(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),)
	-ldconfig
endif

# Each file of the window stands in one list too.
SETTINGS_INSTALLED = $(BINDIR)/nightd-settings $(BINDIR)/nightd-icon $(DATADIR)/applications/$(SETTINGS_ID).desktop \
  $(DATADIR)/metainfo/$(SETTINGS_ID).metainfo.xml $(ICONS)/scalable/apps/$(SETTINGS_ID).svg \
  $(ICONS)/symbolic/apps/$(SETTINGS_ID)-symbolic.svg \
  $(foreach style,light dark,$(ICONS)/scalable/status/org.nightd.Icon-$(style).svg \
    $(ICONS)/symbolic/status/org.nightd.Icon-$(style)-symbolic.svg) \
  $(foreach language,$(SETTINGS_LANGUAGES),$(DATADIR)/locale/$(language)/LC_MESSAGES/nightd-settings.mo)

install-settings: install-window
	@test -x $(RELEASE)/nightd-icon || { echo 'the icon is not built yet: run make settings first' >&2; exit 1; }
	install -D -m 755 $(RELEASE)/nightd-icon '$(DESTDIR)$(BINDIR)/nightd-icon'
	@for style in light dark; do \
	  install -D -m 644 -t '$(DESTDIR)$(ICONS)/scalable/status' $(SETTINGS)/data/org.nightd.Icon-$$style.svg; \
	  install -D -m 644 -t '$(DESTDIR)$(ICONS)/symbolic/status' \
	    $(SETTINGS)/data/org.nightd.Icon-$$style-symbolic.svg || exit 1; done

# Without the icon for the panel, as in a Flatpak.
install-window:
	@test -x $(SETTINGS_BUILD)/release/nightd-settings || \
	  { echo 'the window is not built yet: run make settings first' >&2; exit 1; }
	install -D -m 755 $(SETTINGS_BUILD)/release/nightd-settings '$(DESTDIR)$(BINDIR)/nightd-settings'
	install -D -m 644 $(SETTINGS_BUILD)/share/$(SETTINGS_ID).desktop \
	  '$(DESTDIR)$(DATADIR)/applications/$(SETTINGS_ID).desktop'
	$(call rewritten,$(SETTINGS_BUILD)/share/$(SETTINGS_ID).metainfo.xml,$(DATADIR)/metainfo)
	install -D -m 644 $(SETTINGS)/data/$(SETTINGS_ID).svg \
	  '$(DESTDIR)$(ICONS)/scalable/apps/$(SETTINGS_ID).svg'
	install -D -m 644 $(SETTINGS)/data/$(SETTINGS_ID)-symbolic.svg \
	  '$(DESTDIR)$(ICONS)/symbolic/apps/$(SETTINGS_ID)-symbolic.svg'
	@for language in $(SETTINGS_LANGUAGES); do \
	  install -D -m 644 "$(SETTINGS_BUILD)/share/$$language.mo" \
	    '$(DESTDIR)$(DATADIR)/locale'/"$$language/LC_MESSAGES/nightd-settings.mo" || exit 1; done

uninstall-settings:
	rm -f $(foreach file,$(SETTINGS_INSTALLED),'$(DESTDIR)$(file)')

# --- packages ---------------------------------------------------------------------------------

DIST = .build/dist
NAME = nightd-$(shell echo $(VERSION))

# Debian's packages, in .build/packages. The programs are linked again, with a note that names their package;
# `make build` links them without it. `make deb-settings` also makes the package of the window, which needs GTK to build.
PACKAGES = .build/packages
DEB_REVISION ?= 1
DEB_VERSION ?= $(shell echo $(VERSION))-$(DEB_REVISION)
DEB_NOTE = {"type":"deb","name":"nightd","version":"$(DEB_VERSION)","architecture":"$(shell dpkg --print-architecture)"}
deb: need-deb
	@$(MAKE) --no-print-directory sbom PACKAGE_NOTE='$(DEB_NOTE)'
	DEB_BUILD_PROFILES=pkg.nightd.nosettings DEB_VERSION='$(DEB_VERSION)' sh data/deb $(PACKAGES)

deb-settings: need-deb
	@$(MAKE) --no-print-directory sbom settings PACKAGE_NOTE='$(DEB_NOTE)'
	DEB_VERSION='$(DEB_VERSION)' sh data/deb $(PACKAGES)

check-package: need-check-package
	sh data/check-package $(PACKAGES)

reproducible: need-deb
	sh data/reproducible

# The built programs with an install script, for any distribution with glibc 2.35. The prefix in the files is a
# mark that the script replaces.
TAR = $(DIST)/$(NAME)-linux-$(shell uname -m)
tar: sbom
	@rm -rf "$(TAR)" && mkdir -p "$(TAR)"
	$(MAKE) --no-print-directory install DESTDIR='$(abspath $(DIST))/stage' PREFIX=/@nightd-prefix@ >/dev/null
	mv '$(DIST)/stage/@nightd-prefix@' "$(TAR)/files"
	rmdir '$(DIST)/stage'
	cd "$(TAR)/files" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort >../list
	install -m 755 packaging/tar/install.sh "$(TAR)"
	tar --create --xz --sort=name --owner=0 --group=0 --numeric-owner --mtime='@0' \
	  --file "$(TAR).tar.xz" --directory '$(DIST)' "$(notdir $(TAR))"
	@echo "$(TAR).tar.xz"

# The source of the last commit, with the folder's name and all times fixed.
dist:
	@mkdir -p $(DIST)
	git archive --format=tar --prefix="$(NAME)/" HEAD | xz -9 >$(DIST)/"$(NAME).tar.xz"
	@echo $(DIST)/"$(NAME).tar.xz"

clean:
	rm -rf .build
