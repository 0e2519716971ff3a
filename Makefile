# Every command of the project, one line each; what they do is in scripts/. `make help` lists them.
NODE := node_modules/.bin/node
TEST := $(NODE) scripts/test.ts

.DEFAULT_GOAL := help
.PHONY: help install start dev build docs test test-full test-unit test-api test-e2e soak lint format types bench fsck import-filebrowser

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Not `npm ci`: that refuses the whole lockfile where a registry mirror lacks one package of another platform. This installs the same versions.
install: ## Install the packages of package-lock.json, if they are not there
	@command -v npm >/dev/null || { echo 'Node.js (18 or newer) with npm is needed: https://nodejs.org'; exit 1; }
	@node scripts/is-installed.js || { echo 'Installing packages'; npm install --no-save --no-audit --no-fund --loglevel=error; }

start: install ## Run Nido here: servers, API and page on one address (settings: README)
	@exec $(NODE) scripts/start.ts

dev: install ## The same for development: the API restarts and the page reloads on a change
	@exec $(NODE) scripts/dev.ts

build: install ## Build the page into dist/page
	@$(NODE) scripts/build.ts

docs: install ## Write docs/api.md anew after the contract changed
	@$(NODE) scripts/docs.ts

test: install ## Run every test, some fifteen minutes on two cores
	@exec $(TEST)

test-full: install ## Run every test in its long form, about an hour
	@NIDO_FULL=1 exec $(TEST)

test-unit: install ## Run the tests beside the sources (ARGS: what Jest takes)
	@exec $(TEST) unit -- $(ARGS)

test-api: install ## Run the tests of the API against real servers (ARGS: what Jest takes)
	@exec $(TEST) api $(if $(ARGS),-- $(ARGS),attacks conformance faults)

test-e2e: install ## Run the tests in a browser (ARGS: what Playwright takes)
	@exec $(TEST) e2e -- $(ARGS)

# Not a stage of the tests, which have a limit.
soak: install ## Let random clients work against servers that are killed, for an hour (ARGS="--seed WORD --seconds N --no-faults --without GUARD", or "--fuzz MINUTES" for the parsers)
	@exec $(NODE) tests/soak/run.ts $(ARGS)

lint: install ## Check style, widths, import rules, texts and colours
	@exec $(TEST) lint format widths locales colours

format: install ## Write the code in the one style
	@exec $(NODE) node_modules/oxfmt/bin/oxfmt

types: install ## Check the types
	@exec $(TEST) types

fsck: install ## Look for what is not as it should be in the buckets (ARGS: --json, --repair)
	@exec $(NODE) scripts/nido.ts fsck $(ARGS)

import-filebrowser: install ## Take over people and settings that a filebrowser has exported (FILE="users.json config.json", DRY_RUN=1)
	@exec $(NODE) scripts/nido.ts import-filebrowser $(if $(filter-out 0 false no,$(DRY_RUN)),--dry-run) $(FILE)

bench: install ## Measure Nido beside MinIO itself, and the memory that large files take
	@exec $(NODE) tests/bench/run.ts
