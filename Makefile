# Fourfall. `make help` lists the targets; `./run` and `./test` install missing packages first.
#
# Each flavour builds into its own folder, build/FLAVOUR; release builds into build/ itself.

FLAVOUR ?= release
CC       = gcc
CLANG    = clang
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
UNITDIR ?= $(PREFIX)/lib/systemd/system
VERSION := $(shell sed -n 's/^\#define FF_VERSION "\(.*\)"/\1/p' include/fourfall.h)

WARN   = -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
CFLAGS = $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -MMD -MP $(MODE) $(EXTRA_CFLAGS)

OUT_release  = build
OUT          = $(or $(OUT_$(FLAVOUR)),build/$(FLAVOUR))
MODE_release  = -O3 -g
MODE_debug    = -O0 -g3
MODE_asan     = -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_tsan     = -O1 -g1 -fsanitize=thread
MODE_msan     = -O1 -g1 -fsanitize=memory -fno-omit-frame-pointer
MODE_coverage = -O1 -g -fprofile-instr-generate -fcoverage-mapping
MODE          = $(MODE_$(FLAVOUR))
ifneq ($(filter msan coverage,$(FLAVOUR)),)
CC = $(CLANG)
WARN += -Wno-missing-field-initializers # in tables with defaults; gcc, which builds everything, accepts these
endif
# Over a hundred test programs are linked: lld, which the WebAssembly build needs anyway, takes a third of the time.
TEST_LINK := $(if $(shell command -v ld.lld),-fuse-ld=lld)

sources  = $(filter-out %_test.c,$(wildcard $(1)/*.c))
objects  = $(patsubst %.c,$(OUT)/obj/%.o,$(1))
LIB_SRC  = $(call sources,src/core) $(call sources,src/engine)
CLI_SRC  = $(call sources,src/cli) $(call sources,src/base) bench/rules_load.c
CLI_PARTS = $(filter-out src/cli/main.c,$(CLI_SRC))
SKELETON    = src/base/skeleton.c src/base/skeleton_table.c src/base/utf8.c
SERVER_SRC  = $(foreach module,json net sio play picture push api store bus rest server,$(call sources,src/$(module))) $(SCHEMA_STEPS) build/gen/openapi.c
SERVER_LIBS = -lev -lssl -lcrypto -ljansson $(STORE_LIBS) -lhiredis -lsodium -lfido2 -lz -pthread -lm
SCHEMA_STEPS = build/gen/schema_steps.c build/gen/postgres_steps.c
STORE_LIBS  = -lsqlite3 -lpq -pthread
WASM_SRC = $(LIB_SRC) $(call sources,src/wasm)

UNSEEN_msan = src/store/% src/push/% src/picture/% src/json/% src/sio/sio_% src/api/% src/rest/% src/server/online_% src/server/backup_% tests/bus/%
UNSEEN_coverage = src/json/% src/push/% src/net/% src/sio/% src/api/% src/rest/% src/play/% src/picture/% src/store/% src/server/% src/cli/% src/engine/% src/base/% src/bus/% \
                  tests/conformance/solver_% tests/property/service_% tests/property/bus_% tests/bus/% tests/sim/%
UNIT_TESTS  = $(filter-out $(UNSEEN_$(FLAVOUR)),$(wildcard src/*/*_test.c))
SUITE_TESTS = $(filter-out $(UNSEEN_$(FLAVOUR)),$(wildcard tests/property/*_test.c tests/conformance/*_test.c tests/bus/*_test.c tests/sim/*_test.c))
TESTS       = $(patsubst %.c,$(OUT)/%,$(UNIT_TESTS) $(SUITE_TESTS))
FUZZERS     = $(patsubst tests/fuzz/%_fuzz.c,%,$(wildcard tests/fuzz/*_fuzz.c))

.PHONY: help all release web site screenshots debug asan tsan msan coverage fuzz wasm lint format bench bench-solver bench-store bench-postgres bench-lists bench-server bench-cluster bench-flood bench-bus lighthouse soak abuse sbom common-passwords name-table test tests install clean abi dist npm check-npm deb check-deb single proof build-replay \
        sanitize-server asan-server tsan-server
.SECONDARY:

ifndef V
Q = @
say = @echo "  $(1)"
endif

help:
	@echo "Fourfall $(VERSION)"
	@echo
	@echo "  ./run            install missing packages, build, serve the game"
	@echo "  ./test           install missing packages, build, run every test"
	@echo
	@echo "Build"
	@echo "  make release     build/fourfall, build/libfourfall.a and build/libfourfall.so (also: make all)"
	@echo "  make wasm        build/fourfall.wasm, the core for browsers and Node"
	@echo "  make web         build/web, the page"
	@echo "  make site        build/site, the documents and the page to play, for any static host"
	@echo "  make screenshots docs/pictures, the pictures of README.md, from the page in Chromium"
	@echo "  make npm         build/fourfall-$(VERSION).tgz, the npm package (packages/npm)"
	@echo "  make single      build/fourfall.html, the page in one file, which plays from disk without a server"
	@echo "  make deb         build/deb: the Debian packages fourfall, libfourfall0 and libfourfall-dev"
	@echo "  make debug       program, library and tests without optimisation, in build/debug"
	@echo "  make install     program, page, book, library, man pages, completion and systemd units to PREFIX ($(PREFIX))"
	@echo "  make common-passwords  the filter of common passwords in src, from its package"
	@echo "  make name-table  the table of look-alike letters in src, from ICU's data"
	@echo "  make abi         the files that follow from include/fourfall.h: docs/library.md"
	@echo "  make dist        build/dist: source of the last commit, release notes, checksums, bill of materials"
	@echo "  make sbom        build/sbom.json, the software bill of materials (CycloneDX)"
	@echo "  make clean       remove build/"
	@echo
	@echo "Test"
	@echo "  make test        every C and Node test of the release build (./test runs the others, too)"
	@echo "  make tests       build the C tests without running them"
	@echo "  make asan        every C test with AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "  make msan        every C test with MemorySanitizer (clang)"
	@echo "  make tsan        every C test with ThreadSanitizer"
	@echo "  make asan-server every suite that talks to a server, with AddressSanitizer (also: make sanitize-server)"
	@echo "  make tsan-server every suite that talks to a server, with ThreadSanitizer"
	@echo "  make coverage    line and branch coverage of src/core; fails below 100 %"
	@echo "  make fuzz        each fuzzer for FUZZ_SECONDS (60)"
	@echo "  make build-replay  build the programs that replay the fuzzers' corpus"
	@echo "  make soak        KILLS (1000) SIGKILLs of one server and of nodes, long faults, SPECTATORS (2000) of one game,"
	@echo "                   SCHEDULES (1000000) of several nodes in a simulation, a million moves of every variant"
	@echo "  make abuse       attacks on the server in their long form, among them 2000 clients that come back"
	@echo "  make check-npm   the npm package in other runtimes, and in pages of Vite (needs Node 20), webpack, Rollup and esbuild"
	@echo "  make check-deb   the Debian packages: lintian; installed, used and purged above this system, if you are root"
	@echo "  make proof       what is proven of the cube: expands the strategies in data/ and checks them"
	@echo "  make lighthouse  accessibility, best practices and search engines: fails below 100"
	@echo
	@echo "Style"
	@echo "  make lint        formatting, clang-tidy, cppcheck, banned calls, includes between modules"
	@echo "  make format      run clang-format on every C file"
	@echo
	@echo "Tables"
	@echo "  make common-passwords  write src/rest/common_table.c anew"
	@echo "  make name-table        write src/base/skeleton_table.c anew (needs libicu-dev)"
	@echo
	@echo "Measure"
	@echo "  make bench         speed of the rules, native and WebAssembly (BENCH_REPEATS=100)"
	@echo "  make bench-solver  the solver on the standard sets (POSITION_SETS, POSITION_LINES=1000, ROUNDS=3)"
	@echo "  make bench-store   commits a second and lists of a large database (STORE_GAMES=100000)"
	@echo "  make bench-postgres  moves a second on PostgreSQL, with and without a standby"
	@echo "  make bench-lists   every list over HTTP in a large database (SEED_GAMES=1000000, SEED_PLAYERS=100000)"
	@echo "  make bench-bus     what messages between nodes cost nodes and Redis (NODES=3, ROWS=10000 a second)"
	@echo "  make bench-flood   answers to an honest player, alone and beside 60 clients that flood"
	@echo "  make bench-server  CPU time a move beside the wire alone and a stock Node Socket.IO server"
	@echo "                     (CONNECTIONS=2000, SECONDS=3, ROUNDS=3)"
	@echo "  make bench-cluster  moves a second, CPU and latency of 1, 2 and 3 nodes on PostgreSQL beside SQLite"
	@echo "                     (CONNECTIONS=2000, CLUSTER_SECONDS=2, ROUNDS=3, SHAPES=0,1,2,3)"

SHARED_release = build/libfourfall.so

all: release
release: $(OUT)/fourfall $(OUT)/libfourfall.a $(SHARED_$(FLAVOUR))
tests: $(TESTS) $(OUT)/tests/net-echo

# The library, the program

# core.a is for our own programs. libfourfall.a is for users: it exports only names that begin with ff_.
$(OUT)/core.a: $(call objects,$(LIB_SRC))
	@rm -f $@
	$(call say,LIB   $@)
	$(Q)ar rcs $@ $^

$(OUT)/libfourfall.a: $(call objects,$(LIB_SRC))
	@rm -f $@
	$(call say,LIB   $@)
	$(Q)ld -r -o $(OUT)/obj/fourfall.o $^
	$(Q)objcopy --wildcard --keep-global-symbol='ff_*' $(OUT)/obj/fourfall.o
	$(Q)ar rcs $@ $(OUT)/obj/fourfall.o

$(OUT)/fourfall: $(call objects,$(CLI_SRC) $(SERVER_SRC)) $(OUT)/core.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) -pthread -Wl,-z,relro,-z,now $(LDFLAGS) -o $@ $^ $(SERVER_LIBS) -lm

# The shared library exports exactly what include/fourfall.h declares: `make abi` writes its list. Its number changes with the
# first release that breaks programs built with an earlier one (docs/library.md).
SO_NUMBER = 0
SHARED_FLAGS = -shared -Wl,-soname,libfourfall.so.$(SO_NUMBER) -Wl,--version-script=packaging/abi/fourfall.map -Wl,-z,defs,-z,text,-z,relro,-z,now
$(OUT)/libfourfall.so: $(call objects,$(LIB_SRC)) packaging/abi/fourfall.map
	$(call say,LIB   $@)
	$(Q)$(CC) $(MODE) $(SHARED_FLAGS) $(LDFLAGS) -o $@.$(VERSION) $(filter %.o,$^) -lm
	$(Q)ln -sf libfourfall.so.$(VERSION) $@.$(SO_NUMBER)
	$(Q)ln -sf libfourfall.so.$(VERSION) $@

abi:
	$(Q)tools/abi.mjs

# The source of the last commit; what is not committed is not in it.
dist: release web/node_modules/.installed
	$(Q)tools/dist HEAD build/dist
	$(call say,DIST  build/dist)

# The core is freestanding: nothing of a hosted C library may slip in. It is position independent, so that
# libfourfall.a can be linked into a shared object; its own calls need not expect that a program replaces them.
$(OUT)/obj/src/core/%.o $(OUT)/obj/src/engine/%.o: CFLAGS += -ffreestanding -fPIC -fno-semantic-interposition

$(OUT)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC    $<)
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

# The same core for browsers and Node: no C library, no Emscripten. The cube's line search uses SIMD.

WASM_FLAGS = --target=wasm32 $(WARN) -Iinclude -Isrc -Ibench -O3 -mbulk-memory -msimd128 -msign-ext \
             -mnontrapping-fptoint -ffreestanding -fvisibility=hidden -MMD -MP
WASM_LINK  = wasm-ld --no-entry --export-dynamic --strip-all --gc-sections --compress-relocations -z stack-size=65536

wasm: build/fourfall.wasm build/rules.wasm build/variants.wasm build/bench.wasm

# Every visitor loads the module: code that no search runs often is compiled for size.
WASM_COLD = $(filter-out src/core/runs.c src/core/position.c src/core/perft.c,$(call sources,src/core)) $(call sources,src/wasm) \
            $(addprefix src/engine/,analysis.c book.c bot.c endgame.c estimate.c estimate_review.c explain.c explorer.c geometry.c level.c lookahead.c network.c reason.c \
              review.c search_cells.c threats.c tree_line.c tree_root.c \
              variant_analysis.c variant_bot.c variant_explain.c variant_level.c variant_review.c variant_root.c variant_threats.c variant_weights.c vcf.c)
WASM_SMALL = $(addprefix src/engine/,lookahead_search.c network_view.c potential.c tally.c tree.c)
$(patsubst %.c,build/wasm/%.o,$(WASM_COLD)): WASM_FLAGS += -Oz
$(patsubst %.c,build/wasm/%.o,$(WASM_SMALL)): WASM_FLAGS += -Os

build/wasm/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,WASM  $<)
	$(Q)$(CLANG) $(WASM_FLAGS) -c -o $@ $<

WASM_VARIANTS = src/wasm/variant.c src/wasm/variant_think.c
build/fourfall.wasm: $(patsubst %.c,build/wasm/%.o,$(filter-out $(WASM_VARIANTS),$(WASM_SRC)))
	$(call say,LINK  $@)
	$(Q)$(WASM_LINK) -o $@ $^

# The rules without a search: an embedded game only shows what was played.
build/rules.wasm: $(patsubst %.c,build/wasm/%.o,$(call sources,src/core) src/wasm/exports.c src/wasm/module.c src/wasm/snapshot.c)
	$(call say,LINK  $@)
	$(Q)$(WASM_LINK) -o $@ $^

# The variants, which are loaded when one is chosen.
build/variants.wasm: $(patsubst %.c,build/wasm/%.o,$(LIB_SRC) src/wasm/module.c $(WASM_VARIANTS))
	$(call say,LINK  $@)
	$(Q)$(WASM_LINK) -o $@ $^

build/bench.wasm: $(patsubst %.c,build/wasm/%.o,$(LIB_SRC) bench/rules_load.c bench/rules_wasm.c)
	$(call say,LINK  $@)
	$(Q)$(WASM_LINK) -o $@ $^

# The page: npm packages as pinned by the lock file, bundled by web/build.mjs.

WEB_SRC = $(shell find web/src -type f) $(wildcard web/*.mjs) web/tsconfig.json $(wildcard data/classic.book data/cube.net)

web/node_modules/.installed: web/package-lock.json
	$(call say,NPM   web/node_modules)
	$(Q)cd web && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed

web: build/web/index.html
build/web/index.html: build/fourfall.wasm build/rules.wasm build/variants.wasm web/node_modules/.installed $(WEB_SRC)
	$(Q)node web/build.mjs

single: build/fourfall.html
build/fourfall.html: build/fourfall.wasm build/variants.wasm web/node_modules/.installed $(WEB_SRC)
	$(Q)node web/single.mjs

# The documents as pages, with the page beside them; and the pictures of README.md, which are in the repository.

site: web
	$(Q)node tools/site/site.mjs

screenshots: release web
	$(Q)node tools/screenshots.mjs

# The npm package, packed; nothing is published. Its tests with other runtimes and bundlers have packages of their own.

NPM_SRC = $(shell find packages/npm -type f) $(wildcard web/src/core/*.ts) data/classic.book data/cube.net LICENSE
NPM_PACKAGE = build/fourfall-$(VERSION).tgz

npm: $(NPM_PACKAGE)
$(NPM_PACKAGE): build/fourfall.wasm web/node_modules/.installed $(NPM_SRC)
	$(Q)node packages/npm/build.mjs

tests/npm/node_modules/.installed: tests/npm/package-lock.json
	$(call say,NPM   tests/npm/node_modules)
	$(Q)npm ci --prefix tests/npm --no-audit --no-fund --loglevel=error --ignore-scripts && touch $@

check-npm: $(NPM_PACKAGE) tests/npm/node_modules/.installed
	$(Q)node --test tests/npm/*.test.mjs

# The Debian packages of packaging/debian, compiled with Debian's flags. ./test checks those of the program in build/.

deb: web
	$(Q)tools/deb build/deb
	$(call say,DEB   build/deb)

check-deb: deb
	$(Q)FOURFALL_DEB=$(CURDIR)/build/deb node --test tests/e2e/debian.test.mjs

# Benchmarks. The variables make them shorter or longer; `make help` names them.

BENCH_REPEATS ?= 100

bench: release wasm
	build/fourfall bench rules --repeats $(BENCH_REPEATS)

POSITION_SETS  ?= L3_R1 L2_R1 L2_R2 L1_R1 L1_R2 L1_R3 empty
POSITION_LINES ?= 1000
ROUNDS         ?= 3

# Tuned for this processor as a solver would be.
$(OUT)/yardstick: bench/yardstick.c
	@mkdir -p $(@D)
	$(call say,LINK  $@)
	$(Q)$(CC) $(WARN) -O3 -march=native -o $@ $<

# Two judges of the cube's positions in the same search; docs/cube.md has the matches.
$(OUT)/cube_duel: $(call objects,bench/cube_duel.c) $(OUT)/core.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) -o $@ $^ -lm

# Expert on the cube against a program of another kind.
$(OUT)/cube_rival: $(call objects,bench/cube_rival.c) $(OUT)/core.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) -o $@ $^ -lm

# An independent checker of strategies. It shares no code with the program.
$(OUT)/check-proof: tests/proof/check_proof.c
	@mkdir -p $(@D)
	$(call say,LINK  $@)
	$(Q)$(CC) $(WARN) $(MODE) -o $@ $<

# What is proven of the cube: the shipped strategies, expanded and checked. Takes minutes and 2 GB.
PROOFS = data/cube-early.proof data/cube.proof data/cube-19.proof data/cube-21.proof data/cube-23.proof
proof: $(OUT)/fourfall $(OUT)/check-proof
	$(Q)for proof in $(PROOFS); do \
	    $(OUT)/fourfall prove --expand $$proof --network data/proof.net --strategy $(OUT)/proof.table > /dev/null && \
	    $(OUT)/check-proof $(OUT)/proof.table || exit 1; rm -f $(OUT)/proof.table; done

bench-solver: release wasm $(OUT)/yardstick
	$(Q)POSITION_SETS='$(POSITION_SETS)' POSITION_LINES=$(POSITION_LINES) ROUNDS=$(ROUNDS) bench/solver

# Tests: each *_test.c is a program. A test below tests/ is linked with the other files of its folder. Unit tests are not
# optimised as the product is: compiling them would take longer than running them.
$(OUT)/obj/src/%_test.o: MODE_release = -O1 -g1

suite = $(call objects,$(call sources,$(patsubst $(OUT)/%/,%,$(dir $(1)))))
.SECONDEXPANSION:
$(OUT)/src/core/%_test: $(OUT)/obj/src/core/%_test.o $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka

$(OUT)/src/engine/%_test: $(OUT)/obj/src/engine/%_test.o $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka -lm

$(OUT)/src/cli/%_test: $(OUT)/obj/src/cli/%_test.o $(call objects,$(CLI_PARTS) $(SERVER_SRC)) $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka $(SERVER_LIBS) -lm

$(OUT)/src/net/%_test: $(OUT)/obj/src/net/%_test.o $(call objects,$(call sources,src/net) $(call sources,src/base))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka $(SERVER_LIBS)

SERVER_TESTED = $(call objects,$(SERVER_SRC) $(call sources,src/base)) $(OUT)/core.a
define server_test
$(OUT)/src/$(1)/%_test: $(OUT)/obj/src/$(1)/%_test.o $$(SERVER_TESTED)
	@mkdir -p $$(@D)
	$$(call say,TEST  $$@)
	$$(Q)$$(CC) $$(MODE) $$(TEST_LINK) -o $$@ $$^ -lcmocka $$(SERVER_LIBS)
endef
$(foreach module,api server,$(eval $(call server_test,$(module))))

# An archive, so that a test of REST can bring its own net: src/rest/net_double_test.h.
$(OUT)/server.a: $(call objects,$(SERVER_SRC) $(call sources,src/base))
	@rm -f $@
	$(call say,LIB   $@)
	$(Q)ar rcs $@ $^

$(OUT)/src/rest/%_test: $(OUT)/obj/src/rest/%_test.o $(OUT)/server.a $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka $(SERVER_LIBS)

# A small server on src/net alone, for the tests of its contract.
$(OUT)/tests/net-echo: $(call objects,tests/e2e/net_echo.c $(call sources,src/net) $(call sources,src/base))
	@mkdir -p $(@D)
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -pthread -o $@ $^ $(SERVER_LIBS)

PLAY_SRC  = $(call sources,src/play) $(SKELETON)
$(OUT)/src/play/%_test: $(OUT)/obj/src/play/%_test.o $(call objects,$(PLAY_SRC)) $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka -lm

# The bus without Redis, and on the loop with a real one.
BUS_ALONE = $(filter-out src/bus/bus_redis.c,$(call sources,src/bus)) src/base/buffer.c src/base/utf8.c
$(OUT)/src/bus/%_test: $(OUT)/obj/src/bus/%_test.o $(call objects,$(BUS_ALONE))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka

BUS_SRC = $(foreach module,base net bus,$(call sources,src/$(module)))
$(OUT)/bus_bench: $(call objects,bench/bus_bench.c $(BUS_SRC))
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ $(SERVER_LIBS)

bench-bus: $(OUT)/bus_bench
	$(Q)NODES=$(NODES) ROWS=$(ROWS) bench/bus

$(OUT)/tests/bus/%_test: $(OUT)/obj/tests/bus/%_test.o $(call objects,$(BUS_SRC))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka $(SERVER_LIBS)

$(OUT)/src/picture/%_test: $(OUT)/obj/src/picture/%_test.o $(call objects,$(call sources,src/picture) src/base/utf8.c) $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) -o $@ $^ -lcmocka -lz -lm

$(OUT)/src/push/%_test: $(OUT)/obj/src/push/%_test.o $(call objects,$(call sources,src/push))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) -o $@ $^ -lcmocka -lcrypto -lsodium

# Tests of a module without its network: src/sio/net_double_test.h stands in for net.
JSON_SRC = $(call sources,src/json) $(call sources,src/base)
SIO_ALONE = $(filter-out src/sio/sio_http.c src/base/entropy.c,$(call sources,src/sio) $(JSON_SRC))
$(OUT)/src/json/%_test: $(OUT)/obj/src/json/%_test.o $(call objects,$(JSON_SRC))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka -ljansson -lm

# An archive, so that a test of a codec alone is linked with that codec alone.
$(OUT)/sio-alone.a: $(call objects,$(SIO_ALONE))
	@rm -f $@
	$(call say,LIB   $@)
	$(Q)ar rcs $@ $^

$(OUT)/src/sio/%_test: $(OUT)/obj/src/sio/%_test.o $(OUT)/sio-alone.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka -ljansson -lm

# The server for protocol test suites.
$(OUT)/sio-echo: $(call objects,tests/echo/sio_echo.c $(call sources,src/net) $(call sources,src/sio) $(JSON_SRC))
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -pthread -o $@ $^ $(SERVER_LIBS) -ljansson -lm

# The OpenAPI document, embedded in the program.
build/gen/openapi.c: tools/embed-text docs/api/openapi.json
	@mkdir -p $(@D)
	$(call say,JSON  $@)
	$(Q)tools/embed-text openapi_json docs/api/openapi.json > $@.new && mv $@.new $@

# Tables that programs write from data of others. They are in the repository; these targets write them anew.
tools/passwords/node_modules: tools/passwords/package-lock.json
	$(Q)npm ci --prefix tools/passwords --no-fund --no-audit
	$(Q)touch $@
common-passwords: tools/passwords/node_modules
	$(Q)node tools/passwords/passwords.mjs > src/rest/common_table.c

name-table: $(OUT)/name_table
	$(Q)$(OUT)/name_table > src/base/skeleton_table.c
$(OUT)/name_table: tools/names/name_table.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -Wall -Wextra -o $@ $< -licui18n -licuuc

# The database: the migration steps of its schema are embedded in the program. MemorySanitizer does not see into SQLite.
STORE_SRC = $(call sources,src/store) src/base/buffer.c src/base/workers.c $(SKELETON) $(SCHEMA_STEPS)
build/gen/schema_steps.c: tools/embed-schema $(wildcard src/store/schema/*.sql)
build/gen/postgres_steps.c: tools/embed-schema $(wildcard src/store/schema/postgres/*.sql)
$(SCHEMA_STEPS): build/gen/%_steps.c:
	@mkdir -p $(@D)
	$(call say,SQL   $@)
	$(Q)tools/embed-schema $* $(sort $(filter %.sql,$^)) > $@.new && mv $@.new $@

$(OUT)/src/store/%_test: $(OUT)/obj/src/store/%_test.o $(call objects,$(STORE_SRC))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka $(STORE_LIBS)

$(OUT)/store_bench: $(call objects,bench/store_bench.c $(STORE_SRC))
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ $(STORE_LIBS)

$(OUT)/postgres_bench: $(call objects,bench/postgres_bench.c $(STORE_SRC))
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ $(STORE_LIBS)

bench-postgres: $(OUT)/postgres_bench
	$(Q)bench/postgres $(OUT)/postgres_bench

STORE_GAMES ?= 100000

bench-store: $(OUT)/store_bench
	$(Q)$(OUT)/store_bench $(STORE_GAMES)

# A large database, built once, and every list of it over HTTP.
SEED_GAMES ?= 1000000
SEED_PLAYERS ?= 100000
SEEDED = build/bench-lists/$(SEED_GAMES)

$(OUT)/seed: $(call objects,bench/seed.c src/play/id.c $(STORE_SRC)) $(OUT)/core.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ $(STORE_LIBS) -lsodium -lm

$(SEEDED)/seed.json: $(OUT)/seed
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,SEED  $(@D))
	$(Q)$(OUT)/seed $(@D) $(SEED_GAMES) $(SEED_PLAYERS) > $@.new && mv $@.new $@

bench-lists: release $(SEEDED)/seed.json
	$(Q)node bench/lists.mjs $(SEEDED)

# Our server, a stock Node server and the wire alone, under the same load.
CONNECTIONS ?= 2000
SECONDS     ?= 3

$(OUT)/wire_floor: $(call objects,bench/wire_floor.c)
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^

$(OUT)/obj/bench/load/%.o: CFLAGS += -Ibench
$(OUT)/load: $(call objects,$(call sources,bench/load))
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lm

bench/load/node-reference/node_modules/.installed: bench/load/node-reference/package-lock.json
	$(call say,NPM   $(@D))
	$(Q)npm ci --prefix bench/load/node-reference --no-audit --no-fund --loglevel=error && touch $@

bench-server: release web $(OUT)/wire_floor $(OUT)/load bench/load/node-reference/node_modules/.installed
	$(Q)ulimit -n "$$(ulimit -Hn)" && node bench/server.mjs $(CONNECTIONS) $(SECONDS) $(ROUNDS)

# Nodes on PostgreSQL beside one on SQLite. A shape is a number of nodes, 0 is SQLite.
SHAPES ?= 0,1,2,3
CLUSTER_SECONDS ?= 2

bench-cluster: release $(OUT)/load web/node_modules/.installed
	$(Q)ulimit -n "$$(ulimit -Hn)" && node bench/cluster.mjs $(CONNECTIONS) $(CLUSTER_SECONDS) $(ROUNDS) $(SHAPES)

# Only `make lighthouse` needs Lighthouse, which is large: its packages have a folder of their own.
bench/lighthouse/node_modules: bench/lighthouse/package-lock.json
	$(Q)npm ci --prefix bench/lighthouse --no-fund --no-audit
	$(Q)touch $@

bench-flood: release web/node_modules/.installed
	$(Q)node bench/flood.mjs

lighthouse: release web bench/lighthouse/node_modules
	$(Q)node bench/lighthouse/lighthouse.mjs

KILLS ?= 1000
SPECTATORS ?= 2000

SCHEDULES ?= 1000000

soak: release web web/node_modules/.installed $(OUT)/tests/sim/sim_test $(OUT)/tests/conformance/variant_test $(OUT)/tests/conformance/variant_proof_test
	$(Q)FF_CASES=1000000 $(OUT)/tests/conformance/variant_test
	$(Q)FF_NODES=80000 $(OUT)/tests/conformance/variant_proof_test
	$(Q)FF_CASES=$(SCHEDULES) $(OUT)/tests/sim/sim_test
	$(Q)FF_KILLS=$(KILLS) node --test tests/fault/crash.test.mjs
	$(Q)FF_CLUSTER=long FF_KILLS=$(KILLS) node --test --test-concurrency=1 tests/cluster/*.test.mjs
	$(Q)FF_SPECTATORS=$(SPECTATORS) node --test tests/e2e/spectators.test.mjs
	$(Q)node --test tests/page/records_history.soak.mjs

sbom: release web/node_modules/.installed
	$(Q)tools/sbom.mjs $(OUT)/fourfall > $(OUT)/sbom.json.part && mv $(OUT)/sbom.json.part $(OUT)/sbom.json
	$(call say,SBOM  $(OUT)/sbom.json)

abuse: release web/node_modules/.installed
	$(Q)set -e; for attack in tests/abuse/*.mjs; do echo "$$attack"; FF_ABUSE=long node "$$attack"; done

$(OUT)/src/base/%_test: $(OUT)/obj/src/base/%_test.o $(call objects,$(call sources,src/base))
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -pthread -o $@ $^ -lcmocka

$(OUT)/tests/property/service_test $(OUT)/tests/sim/sim_test: $(call objects,$(PLAY_SRC))
$(OUT)/tests/property/bus_test: $(call objects,src/bus/bus_codec.c src/base/utf8.c)
$(OUT)/tests/conformance/self_play_test: $(call objects,$(call sources,train))
$(OUT)/tests/%_test: $(OUT)/obj/tests/%_test.o $$(call suite,$$@) $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -lcmocka -lm

# The same tests with a sanitizer, in their own build folder; fewer random cases, because these builds are slow.

SANITIZED = FF_CASES=$(or $(FF_CASES),300) tools/run-tests

debug:
	$(Q)$(MAKE) --no-print-directory FLAVOUR=debug release tests
asan tsan msan:
	$(Q)$(MAKE) --no-print-directory FLAVOUR=$@ release tests build-replay
	$(Q)$(SANITIZED) $@ build/$@

# The suites that talk to a server, against a server built with a sanitizer.
sanitize-server: asan-server
asan-server tsan-server: %-server: web/node_modules/.installed build/web/index.html
	$(Q)$(MAKE) --no-print-directory FLAVOUR=$* build/$*/fourfall build/$*/sio-echo build/$*/tests/net-echo
	$(Q)tools/sanitize-server $*

coverage:
	$(Q)$(MAKE) --no-print-directory FLAVOUR=coverage build/coverage/report
$(OUT)/report: $(TESTS)
	$(Q)tools/coverage $(OUT) $^

# Fuzzing: `make fuzz` searches for new inputs; ./test replays the corpus with the same functions.

FUZZ_SECONDS ?= 60

# Of the modules above the core only the readers are there, which need no socket and no database.
SIO_FUZZERS    = eio_payload sio_packet
NET_FUZZERS    = http_head url frame
SERVER_FUZZERS = event rest_body token proxy name relay
BUS_FUZZERS    = bus bus_url
MODULE_FUZZERS = $(SIO_FUZZERS) $(NET_FUZZERS) $(SERVER_FUZZERS) $(BUS_FUZZERS)
BUS_READERS    = $(addprefix src/bus/,bus_codec.c bus_url.c) src/base/utf8.c
NET_READERS    = $(addprefix src/net/,http_head.c url.c frame.c) $(call sources,src/base)
SERVER_READERS = $(addprefix src/,api/event_read.c api/game_read.c api/body_read.c api/passkey_body.c api/moderation_read.c api/token.c net/proxy.c net/http_head.c server/relay_mark.c) $(call sources,src/json) \
                 $(addprefix src/play/,code.c id.c command.c clean.c name.c) $(call sources,src/base) $(call sources,src/core) src/engine/level.c
$(addprefix build/fuzz/,$(SIO_FUZZERS)): $(SIO_ALONE)
$(addprefix build/fuzz/,$(NET_FUZZERS)): $(NET_READERS)
$(addprefix build/fuzz/,$(SERVER_FUZZERS)): $(SERVER_READERS)
$(addprefix build/fuzz/,$(BUS_FUZZERS)): $(BUS_READERS)
$(addprefix build/fuzz/,$(MODULE_FUZZERS)): build/fuzz/%: tests/fuzz/%_fuzz.c
	@mkdir -p $(@D)
	$(call say,FUZZ  $@)
	$(Q)$(CLANG) $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -O1 -g -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=all -o $@ $^ -ljansson -lsodium -lm

build/fuzz/%: tests/fuzz/%_fuzz.c $(LIB_SRC)
	@mkdir -p $(@D)
	$(call say,FUZZ  $@)
	$(Q)$(CLANG) $(WARN) -Iinclude -Isrc -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o $@ $^

fuzz: $(addprefix build/fuzz/,$(FUZZERS))
	$(Q)for f in $(FUZZERS); do mkdir -p build/fuzz/new/$$f; \
	    build/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -max_len=20000 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz/ build/fuzz/new/$$f tests/fuzz/corpus/$$f || exit 1; done

replays = $(patsubst %,$(OUT)/tests/fuzz/%_replay,$(1))
$(call replays,$(SIO_FUZZERS)): $(call objects,$(SIO_ALONE))
$(call replays,$(NET_FUZZERS)): $(call objects,$(NET_READERS))
$(call replays,$(SERVER_FUZZERS)): $(call objects,$(SERVER_READERS))
$(call replays,$(BUS_FUZZERS)): $(call objects,$(BUS_READERS))
$(call replays,$(MODULE_FUZZERS)): $(OUT)/tests/fuzz/%_replay: $(OUT)/obj/tests/fuzz/%_fuzz.o $(OUT)/obj/tests/fuzz/replay.o
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^ -ljansson -lsodium -lm

# MemorySanitizer does not see into jansson and libsodium either.
UNSEEN_FUZZERS_msan = sio_packet event rest_body token relay
build-replay: $(call replays,$(filter-out $(UNSEEN_FUZZERS_$(FLAVOUR)),$(FUZZERS)))
$(OUT)/tests/fuzz/%_replay: $(OUT)/obj/tests/fuzz/%_fuzz.o $(OUT)/obj/tests/fuzz/replay.o $(OUT)/core.a
	@mkdir -p $(@D)
	$(call say,TEST  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^

# Answers of native code to the test vectors; tests/conformance/vectors.test.mjs compares those of WebAssembly with them.

$(OUT)/vectors: $(call objects,tests/conformance/vectors/answer.c $(filter-out $(WASM_VARIANTS),$(call sources,src/wasm))) $(OUT)/core.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^

$(OUT)/variant-vectors: $(call objects,tests/conformance/vectors/variant_answer.c src/wasm/module.c $(WASM_VARIANTS)) $(OUT)/core.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(MODE) $(TEST_LINK) -o $@ $^

test: release tests wasm build-replay $(OUT)/vectors $(OUT)/variant-vectors $(OUT)/sio-echo $(OUT)/check-proof
	$(Q)tools/run-tests release build

# Style

C_FILES = $(shell git ls-files '*.c' '*.h')

lint:
	$(Q)tools/lint

format:
	$(Q)clang-format -i $(C_FILES)

# Install

# The page's folder holds one version: the names of its files have hashes, so those of an earlier one would stay. What is
# installed is for everybody to read, whatever the umask of the administrator.
# BUILD=prebuilt installs what an earlier build left, as a package build does whose build step has passed.
install: $(if $(filter prebuilt,$(BUILD)),,release web)
	rm -rf "$(DESTDIR)$(PREFIX)/share/fourfall/web"
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(LIBDIR)/cmake/fourfall" "$(DESTDIR)$(PREFIX)/include" \
	    "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/fourfall/web" \
	    "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	    "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" \
	    "$(DESTDIR)$(UNITDIR)" "$(DESTDIR)$(PREFIX)/lib/sysusers.d" \
	    "$(DESTDIR)$(PREFIX)/lib/tmpfiles.d" "$(DESTDIR)$(PREFIX)/share/doc/fourfall/examples"
	install -m 644 data/classic.book data/classic-10.book data/cube.net "$(DESTDIR)$(PREFIX)/share/fourfall/"
	install -m 644 build/web/* "$(DESTDIR)$(PREFIX)/share/fourfall/web/"
	install -m 755 build/fourfall "$(DESTDIR)$(PREFIX)/bin/fourfall"
	install -m 644 build/libfourfall.a "$(DESTDIR)$(LIBDIR)/libfourfall.a"
	install -m 644 build/libfourfall.so.$(VERSION) "$(DESTDIR)$(LIBDIR)/"
	ln -sf libfourfall.so.$(VERSION) "$(DESTDIR)$(LIBDIR)/libfourfall.so.$(SO_NUMBER)"
	ln -sf libfourfall.so.$(SO_NUMBER) "$(DESTDIR)$(LIBDIR)/libfourfall.so"
	install -m 644 include/fourfall.h "$(DESTDIR)$(PREFIX)/include/fourfall.h"
	umask 022; set -e; for page in $$(build/fourfall man --list); do \
	    build/fourfall man $${page#fourfall-} > "$(DESTDIR)$(PREFIX)/share/man/man1/$$page.1"; done
	umask 022; build/fourfall completion bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fourfall"
	umask 022; build/fourfall completion zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fourfall"
	umask 022; build/fourfall completion fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fourfall.fish"
	umask 022; sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' packaging/fourfall.pc.in \
	    > "$(DESTDIR)$(LIBDIR)/pkgconfig/fourfall.pc"
	umask 022; for part in fourfall-config fourfall-config-version; do sed 's|@VERSION@|$(VERSION)|; s|@SO_NUMBER@|$(SO_NUMBER)|' \
	    packaging/cmake/$$part.cmake.in > "$(DESTDIR)$(LIBDIR)/cmake/fourfall/$$part.cmake" || exit 1; done
	umask 022; for unit in fourfall.service fourfall-backup.service fourfall-backup.timer; do \
	    sed 's|@PREFIX@|$(PREFIX)|' packaging/systemd/$$unit > "$(DESTDIR)$(UNITDIR)/$$unit" || exit 1; done
	install -m 644 packaging/systemd/fourfall.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/fourfall.conf"
	install -m 644 packaging/systemd/fourfall.tmpfiles "$(DESTDIR)$(PREFIX)/lib/tmpfiles.d/fourfall.conf"
	install -m 644 packaging/systemd/port-443.conf "$(DESTDIR)$(PREFIX)/share/doc/fourfall/examples/"
	install -m 644 packaging/nginx/fourfall.conf "$(DESTDIR)$(PREFIX)/share/doc/fourfall/examples/nginx.conf"
	install -m 644 packaging/nginx/cluster.conf "$(DESTDIR)$(PREFIX)/share/doc/fourfall/examples/nginx-cluster.conf"
	install -m 644 packaging/grafana/fourfall.json "$(DESTDIR)$(PREFIX)/share/doc/fourfall/examples/grafana.json"
	install -m 644 packaging/prometheus/scrape.yml packaging/prometheus/alerts.yml "$(DESTDIR)$(PREFIX)/share/doc/fourfall/examples/"

clean:
	rm -rf build

-include $(shell find build -name '*.d' 2>/dev/null)
