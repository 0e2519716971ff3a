# The commands of the project; the work is done in scripts/. `make help` lists them.
NODE := node_modules/.bin/node
TEST := $(NODE) scripts/test.ts

.DEFAULT_GOAL := help
.PHONY: help install start dev build emulator intro pictures manifests docs test test-full test-unit test-api test-importing test-e2e test-engines test-chart test-cluster soak lint format types bench bench-quick bench-growth nido fsck import-filebrowser

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Not `npm ci`, which refuses the whole lockfile if a registry mirror lacks one package of another platform. This installs the same versions.
install: ## Install the packages of package-lock.json if they are missing
	@command -v npm >/dev/null || { echo 'Node.js (18 or newer) with npm is needed: https://nodejs.org'; exit 1; }
	@node scripts/is-installed.js || { echo 'Installing packages'; npm install --no-save --no-audit --no-fund --loglevel=error; }

start: install ## Run Nido: servers, API and page on one address (settings: README)
	@NODE_COMPILE_CACHE=$(CURDIR)/.cache/node exec $(NODE) --max-semi-space-size=1 scripts/start.ts

dev: install ## Run Nido for development: the API restarts and the page reloads on changes
	@exec $(NODE) scripts/dev.ts

build: install ## Build the page into dist/page
	@$(NODE) scripts/build.ts

emulator: install ## Build the emulator of the arcade into dist/emulatorjs (its packages are under the GPL)
	@$(NODE) scripts/emulator.ts

pictures: install ## Take the pictures of README and docs anew (ALL=1: all screens, into test-results/pictures; ONLY=a,b: some)
	@$(NODE) scripts/pictures.ts

intro: install ## Draw the video of the login screen anew (needs ffmpeg)
	@$(NODE) scripts/intro.ts

manifests: install ## Render the chart into k8s/one-node and k8s/cluster
	@$(NODE) scripts/manifests.ts

docs: install ## Generate docs/api.md from the contract, and the table of values in the chart's README
	@$(NODE) scripts/docs.ts

test: install ## Run every test (about half an hour on two cores)
	@exec $(TEST)

test-full: install ## Run every test in its long form (about an hour)
	@NIDO_FULL=1 exec $(TEST)

test-unit: install ## Run the unit tests (ARGS: arguments for Jest)
	@exec $(TEST) unit -- $(ARGS)

test-api: install ## Run the API tests against real servers (ARGS: arguments for Jest)
	@exec $(TEST) api $(if $(ARGS),-- $(ARGS),attacks conformance faults)

test-importing: install ## Run the tests of imports with real swarms and yt-dlp (ARGS: arguments for Jest)
	@exec $(TEST) importing -- $(ARGS)

test-e2e: install ## Run the browser tests (ARGS: arguments for Playwright; NIDO_DELAY_MS=300: as over a slow network)
	@exec $(TEST) e2e -- $(ARGS)

test-engines: install ## Run daily journeys in Firefox and WebKit, of the system or of Debian (ARGS: arguments for Jest; a part of test-full)
	@exec $(TEST) engines -- $(ARGS)

test-chart: install ## Render and check the Helm chart, k8s/ and docker-compose.yaml (ARGS: arguments for Jest)
	@exec $(TEST) chart -- $(ARGS)

# Not a part of `make test`: it takes root, and from cold a quarter of an hour.
test-cluster: install ## Install Nido on a Kubernetes of its own and use, damage, back up and restore it (as root; REQUIRE_CLUSTER=1: fail where that cannot be)
	@exec $(TEST) cluster -- $(ARGS)

# Not a stage of `make test`, which has a time limit.
soak: install ## Run random clients against servers that are killed, for an hour (ARGS="--seed WORD --seconds N --no-faults --part PART --without GUARD", or "--fuzz MINUTES" for the parsers)
	@exec $(NODE) tests/soak/run.ts $(ARGS)

lint: install ## Check style, line widths, import rules, texts and style sheets
	@exec $(TEST) lint format widths locales styles

format: install ## Format the code
	@exec $(NODE) node_modules/oxfmt/bin/oxfmt

types: install ## Check the types
	@exec $(TEST) types

nido: install ## Run a command for operators (ARGS: "status", "backup", "restore --verify", "--help" for all of them)
	@exec $(NODE) scripts/nido.ts $(ARGS)

fsck: install ## Check the buckets for problems (ARGS: --json, --repair)
	@exec $(NODE) scripts/nido.ts fsck $(ARGS)

import-filebrowser: install ## Import people and settings exported by filebrowser (FILE="users.json config.json", DRY_RUN=1)
	@exec $(NODE) scripts/nido.ts import-filebrowser $(if $(filter-out 0 false no,$(DRY_RUN)),--dry-run) $(FILE)

bench: install ## Compare the speed of Nido with MinIO and other servers, in two hours at most (ONLY=c1,@far; ROUNDS=5; PARTS=memory,imports,page)
	@exec $(NODE) tests/bench/run.ts

bench-quick: install ## The same with a few rows, in two minutes
	@exec $(NODE) tests/bench/run.ts quick

bench-growth: install ## Measure how time and memory grow with names and bytes (ONLY=names; NAMES=1000,100000; MB=1,100)
	@exec $(NODE) tests/bench/run.ts growth
