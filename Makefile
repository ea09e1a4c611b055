# Everything that is done with nightd. `make help` lists it.
PREFIX ?= /usr/local
DESTDIR ?=
BINDIR = $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
DATADIR = $(PREFIX)/share
# The user's manager looks here below every prefix that the bus looks below for its services, also
# below ~/.local: a service that the bus knows and the manager does not could not be started at all.
UNITDIR = $(DATADIR)/systemd/user
# Before 1.17 the portal reads this one folder only, whatever the prefix; and a portals.conf elsewhere
# could stand before those that desktops bring. Below any other prefix, such as one in a home, nothing
# is put there: nightctl doctor says and writes what that user needs.
PORTALDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/usr/share/xdg-desktop-portal)
# Where each shell looks below every prefix.
BASH_COMPLETION = $(DATADIR)/bash-completion/completions/nightctl
ZSH_COMPLETION = $(DATADIR)/zsh/site-functions/_nightctl
# Without XDG_DATA_DIRS, fish looks below /usr/share only.
FISHDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/usr/share,$(DATADIR))/fish/vendor_completions.d
FISH_COMPLETION = $(FISHDIR)/nightctl.fish
SWIFT ?= swift

RELEASE = .build/release
STATIC = .build/static

# The Swift runtime and the C++ library it stands on go into the programs: loading them as shared
# libraries would cost more than all the rest of a start. The linker drops what nothing calls,
# folds equal code, packs relocations, and lays what runs in daily use side by side, so that less
# of the program is ever read into memory (data/hot-functions; `make hot-functions` writes it). What
# Swift imports unasked, concurrency with its dispatcher above all, stays out: it would start threads.
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

# The C library is the same code, linked in whole as the programs are; what it shows is its own names
# alone. A thread of its own may still be in it when a program lets it go, so it stays loaded.
VERSION = $$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/NightCore/Contract/Contract.swift)
LIBRARY = libnightkit.so
SONAME = $(LIBRARY).0
LIBRARY_FLAGS = -Xlinker -soname=$(SONAME) -Xlinker -z -Xlinker nodelete \
  -Xlinker '--version-script=$(CURDIR)/data/nightkit.map' \
  -Xlinker '--symbol-ordering-file=$(CURDIR)/data/hot-functions-library'

.PHONY: help build run check check-fast check-broker e2e desktops examples torture fuzz sanitize format lint docs install uninstall hot-functions clean

help:
	@echo 'make build       release programs and libnightkit in $(RELEASE)'
	@echo 'make run         start the daemon and print how to make the first switch'
	@echo 'make check       check the format and the manual, build, and run all tests'
	@echo 'make check-fast  the tests that start no daemon'
	@echo 'make check-broker  all tests, with a bare dbus-broker for their bus'
	@echo 'make e2e         windows of GTK, Firefox, Chromium and Qt, switched; prints a table'
	@echo 'make desktops    try nightd on 17 desktops in fresh Debian roots (as root, half an hour);'
	@echo '                 DESKTOPS="sway-1.16 KDE-1.20" tries a few'
	@echo 'make examples    what stands in Examples/, the window for GTK 4 with it, built and tested'
	@echo 'make torture     faults, kills and hostile peers by the thousand (half an hour)'
	@echo 'make fuzz        search for faults by chance; SECONDS=$(SECONDS) for each target'
	@echo 'make sanitize    all tests under sanitizers, the programs under valgrind (20 minutes)'
	@echo 'make install     PREFIX=$(PREFIX) DESTDIR='
	@echo 'make uninstall   take away what install put there'
	@echo 'make format      put all sources into the one format'
	@echo 'make lint        say where a source is not in it'
	@echo 'make docs        the manual of NightKit, by docc, in .build/documentation'
	@echo 'make bench       measure beside C over libdbus that does the same; prints a table'
	@echo 'make bench-peers measure beside gsettings and other tools of a desktop'
	@echo 'make hot-functions  record anew which functions run in daily use'
	@echo 'make clean       remove what was built'

# --- building ---------------------------------------------------------------------------------

build: need-build
	@$(MAKE) --no-print-directory programs library

.PHONY: need-build need-run need-check need-e2e need-desktops need-examples need-torture need-sanitize need-record programs library zone-years plain-prefix
need-build:
	@SWIFT='$(SWIFT)' sh data/need build

need-run:
	@SWIFT='$(SWIFT)' sh data/need run

need-check:
	@SWIFT='$(SWIFT)' sh data/need check

need-e2e:
	@SWIFT='$(SWIFT)' sh data/need e2e

need-desktops:
	@SWIFT='$(SWIFT)' sh data/need desktops

need-examples:
	@SWIFT='$(SWIFT)' sh data/need examples

need-torture:
	@SWIFT='$(SWIFT)' sh data/need torture

need-sanitize:
	@SWIFT='$(SWIFT)' sh data/need sanitize

need-record:
	@SWIFT='$(SWIFT)' sh data/need record

# The builder does not know of the linker's lists; what is older than its list is linked anew.
anew = find $(1) ! -newer data/$(2) -delete 2>/dev/null || :

programs:
	@mkdir -p $(STATIC)
	@$(call anew,$(RELEASE)/nightd $(RELEASE)/nightctl,hot-functions)
	@$(call anew,$(RELEASE)/nightd $(RELEASE)/nightctl,nameless.ld)
	@ln -sf "$$(g++ -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	$(SWIFT) build $(RELEASE_FLAGS) $(STRIP_FLAGS) --product nightd
	$(SWIFT) build $(RELEASE_FLAGS) $(STRIP_FLAGS) --product nightctl

library:
	@mkdir -p $(STATIC)
	@$(call anew,$(RELEASE)/$(LIBRARY),hot-functions-library)
	@$(call anew,$(RELEASE)/$(LIBRARY),nightkit.map)
	@$(call anew,$(RELEASE)/$(LIBRARY),nameless.ld)
	@ln -sf "$$(g++ -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	$(SWIFT) build $(RELEASE_FLAGS) $(STRIP_FLAGS) $(LIBRARY_FLAGS) --product nightkit

# What tests run beside the programs, optimised likewise: debug code would take it minutes.
zone-years: programs
	$(SWIFT) build $(RELEASE_FLAGS) $(STRIP_FLAGS) --product ZoneYears

run: need-run
	@$(MAKE) --no-print-directory programs
	@sh data/run $(RELEASE)

# --- checking ---------------------------------------------------------------------------------

# The last thing it prints is the test runner's own closing line.
check: need-check lint check-docs zone-years library
	NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' $(SWIFT) test

check-fast: need-check
	$(SWIFT) test --filter 'NightCoreTests|NightContractTests|NightStoreTests|NightBusTests'

# Where a test is of dbus-daemon itself it says so and takes that.
check-broker: need-check zone-years library
	NIGHTD_TEST_BUS=dbus-broker NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' $(SWIFT) test

# WINDOWS names those that are wanted, if not all: libadwaita firefox chromium qt. With MIRRORED=200 each
# window is flipped 200 times with GTK's backend beside nightd and GNOME's settings mirrored.
PICTURES = .build/pictures
QT = .build/qt
e2e: need-e2e programs $(QT)/installed
	$(SWIFT) build --product Windows
	@mkdir -p '$(PICTURES)'
	@NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' .build/debug/Windows '$(PICTURES)' \
	  $(if $(MIRRORED),--mirrored $(MIRRORED)) $(WINDOWS)

# Debian's Qt is too old to follow a switch.
$(QT)/installed:
	/usr/bin/python3 -m venv --clear $(QT)
	$(QT)/bin/pip install --quiet --disable-pip-version-check PyQt6==6.11.0
	@touch $@

# Roots of Debian 12 and 13 with their portals and windows, each set-up in a session of its own; kept
# in DESKTOPS_CACHE. DESKTOPS names a few set-ups, such as sway-1.16; without it the table in
# docs/portal.md is written. WINDOWS names the windows, TOGGLES how many there are. NIGHTD_PROGRAMS
# names the folder of other programs than those built here.
DESKTOPS_CACHE = .build/desktops
desktops: need-desktops $(if $(NIGHTD_PROGRAMS),,programs library) $(DESKTOPS_CACHE)/pip
	@PIP='$(abspath $(DESKTOPS_CACHE))/pip/bin/pip' Tests/Desktops/run \
	  '$(or $(NIGHTD_PROGRAMS),$(RELEASE))' '$(DESKTOPS_CACHE)' $(DESKTOPS)

$(DESKTOPS_CACHE)/pip:
	@mkdir -p '$(DESKTOPS_CACHE)'
	/usr/bin/python3 -m venv '$@'

# The window's package is built beside this one, since nobody else is to need GTK. Its pictures are
# put where those of the other windows are.
EXAMPLES = .build/examples
examples: need-examples
	$(SWIFT) build --package-path Examples/Gtk --scratch-path $(EXAMPLES)
	@mkdir -p '$(PICTURES)'
	NIGHTD_GTK_EXAMPLE='$(CURDIR)/$(EXAMPLES)/debug/GtkExample' \
	  $(SWIFT) test --filter '(Gtk|Terminal)ExampleTests'

# The long forms of the trials; `make torture ONLY=kill` makes those with that word in their names.
# `make torture ONLY='shape' SEED=1 CALL=4711` makes one call of every shape alone.
torture: need-torture zone-years
	$(SWIFT) build --product Torture
	$(SWIFT) build --product BareBroker
	NIGHTD_PROGRAMS='$(CURDIR)/$(RELEASE)' .build/debug/Torture '$(ONLY)' $(SEED) $(CALL)

format:
	$(SWIFT) format --in-place --recursive Sources Tests Examples Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Examples Package.swift

docs: need-build
	SWIFT='$(SWIFT)' sh data/docs

# Some toolchains have no docc.
.PHONY: check-docs
check-docs: need-build
	SWIFT='$(SWIFT)' sh data/docs --if-docc

# --- searching for faults ---------------------------------------------------------------------

SECONDS = 60

# Needs nothing but the toolchain, which brings libFuzzer. FUZZ names the targets, if not all.
fuzz: need-build
	SWIFT='$(SWIFT)' sh data/fuzz $(SECONDS) $(FUZZ)

# SANITIZE names what is to be done: address, thread, undefined, valgrind; if not all.
sanitize: need-sanitize
	SWIFT='$(SWIFT)' sh data/sanitize $(SANITIZE)

# --- measuring --------------------------------------------------------------------------------

BENCH = .build/bench
BENCH_TOOLS = $(addprefix $(BENCH)/,client service load fanout race owner batch moment source portal backend teller follower)

.PHONY: bench bench-peers kit-bench need-bench need-bench-peers
need-bench:
	@SWIFT='$(SWIFT)' sh data/need bench

need-bench-peers:
	@SWIFT='$(SWIFT)' sh data/need bench-peers

$(BENCH)/%: bench/%.c bench/bench.h
	@mkdir -p $(BENCH)
	cc -O2 -Wall -Wextra -Werror $$(pkg-config --cflags dbus-1) -o $@ $< $$(pkg-config --libs dbus-1)

# As an application is built that depends on NightKit, apart from what is built with other flags.
kit-bench:
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build/kit --product KitBench

# STRICT=1 makes a row that is over its limit a failure.
bench: need-bench programs kit-bench $(BENCH_TOOLS)
	@sh bench/run

bench-peers: need-bench-peers programs $(BENCH_TOOLS)
	@sh bench/peers

hot-functions: need-record
	sh data/record-hot-functions

# --- installing -------------------------------------------------------------------------------

# The paths in the service files are those of this installation.
PORTAL_BACKEND = org.freedesktop.impl.portal.desktop.nightd
define rewritten
install -D -m 644 $(1) '$(DESTDIR)$(2)/$(notdir $(1:.in=))'
sed -i "s|@BINDIR@|$(BINDIR)|g; s|@LIBDIR@|$(LIBDIR)|g; s|@INCLUDEDIR@|$(INCLUDEDIR)|g; \
  s|@PREFIX@|$(PREFIX)|g; s|@VERSION@|$(VERSION)|g" '$(DESTDIR)$(2)/$(notdir $(1:.in=))'
endef

# A path with one of these cannot stand in the Exec= of a service file as it is.
plain-prefix:
	@case '$(BINDIR)' in *[[:space:]'|&']*) \
	  echo 'PREFIX must hold no blank, no | and no &: $(PREFIX)' >&2; exit 1 ;; esac

install: plain-prefix
	@test -x $(RELEASE)/nightd -a -x $(RELEASE)/nightctl -a -e $(RELEASE)/$(LIBRARY) || \
	  { echo 'nothing is built yet: run make build first' >&2; exit 1; }
	install -D -m 755 $(RELEASE)/nightd '$(DESTDIR)$(BINDIR)/nightd'
	install -D -m 755 $(RELEASE)/nightctl '$(DESTDIR)$(BINDIR)/nightctl'
	install -D -m 644 dbus/org.nightd.Night1.xml \
	  '$(DESTDIR)$(DATADIR)/dbus-1/interfaces/org.nightd.Night1.xml'
	$(call rewritten,dbus/org.nightd.Night1.service.in,$(DATADIR)/dbus-1/services)
	$(call rewritten,dbus/$(PORTAL_BACKEND).service.in,$(DATADIR)/dbus-1/services)
	install -D -m 644 data/nightd.portal '$(DESTDIR)$(DATADIR)/nightd/nightd.portal'
ifneq ($(PORTALDIR),)
	install -D -m 644 data/nightd.portal '$(DESTDIR)$(PORTALDIR)/portals/nightd.portal'
	install -D -m 644 data/portals.conf '$(DESTDIR)$(PORTALDIR)/portals.conf'
endif
	$(call rewritten,systemd/nightd.service.in,$(UNITDIR))
	$(call rewritten,systemd/night-switch.service.in,$(UNITDIR))
	install -D -m 644 systemd/sandbox '$(DESTDIR)$(DATADIR)/nightd/sandbox'
	install -D -m 644 systemd/night-switch.timer '$(DESTDIR)$(UNITDIR)/night-switch.timer'
	install -D -m 644 data/nightd.desktop '$(DESTDIR)$(DATADIR)/applications/nightd.desktop'
	install -D -m 644 data/completions/nightctl.bash '$(DESTDIR)$(BASH_COMPLETION)'
	install -D -m 644 data/completions/_nightctl '$(DESTDIR)$(ZSH_COMPLETION)'
	install -D -m 644 data/completions/nightctl.fish '$(DESTDIR)$(FISH_COMPLETION)'
	install -D -m 755 $(RELEASE)/$(LIBRARY) '$(DESTDIR)$(LIBDIR)/$(LIBRARY).'"$(VERSION)"
	ln -sf $(LIBRARY)."$(VERSION)" '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/$(LIBRARY)'
	install -D -m 644 Sources/CNightKit/nightkit.h '$(DESTDIR)$(INCLUDEDIR)/nightkit.h'
	$(call rewritten,data/nightkit.pc.in,$(LIBDIR)/pkgconfig)
ifneq ($(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),)
	-ldconfig
endif

uninstall:
	@echo 'Each user may first have what GNOME'"'"'s settings said before put back:'
	@echo '  nightctl prefs write mirror.gsettings false'
	@echo 'and remove what nightctl doctor --fix may have written:'
	@echo '  rm -f ~/.config/systemd/user/xdg-desktop-portal.service.d/nightd.conf'
	rm -f '$(DESTDIR)$(BINDIR)/nightd' '$(DESTDIR)$(BINDIR)/nightctl' \
	  '$(DESTDIR)$(DATADIR)/dbus-1/interfaces/org.nightd.Night1.xml' \
	  '$(DESTDIR)$(DATADIR)/dbus-1/services/org.nightd.Night1.service' \
	  '$(DESTDIR)$(DATADIR)/dbus-1/services/$(PORTAL_BACKEND).service' \
	  '$(DESTDIR)$(DATADIR)/nightd/nightd.portal' '$(DESTDIR)$(DATADIR)/nightd/sandbox' \
	  $(if $(PORTALDIR),'$(DESTDIR)$(PORTALDIR)/portals/nightd.portal' \
	  '$(DESTDIR)$(PORTALDIR)/portals.conf') \
	  '$(DESTDIR)$(UNITDIR)/nightd.service' '$(DESTDIR)$(UNITDIR)/night-switch.service' \
	  '$(DESTDIR)$(UNITDIR)/night-switch.timer' \
	  '$(DESTDIR)$(DATADIR)/applications/nightd.desktop' \
	  '$(DESTDIR)$(BASH_COMPLETION)' '$(DESTDIR)$(ZSH_COMPLETION)' '$(DESTDIR)$(FISH_COMPLETION)' \
	  '$(DESTDIR)$(LIBDIR)/$(LIBRARY)' '$(DESTDIR)$(LIBDIR)/$(SONAME)' \
	  '$(DESTDIR)$(LIBDIR)/$(LIBRARY).'"$(VERSION)" \
	  '$(DESTDIR)$(LIBDIR)/pkgconfig/nightkit.pc' '$(DESTDIR)$(INCLUDEDIR)/nightkit.h'

clean:
	rm -rf .build
