// Tests in a browser: run by `make test-e2e`, which starts Nido and hands its address on.
import { defineConfig, devices } from '@playwright/test'
import { browserProgram } from './tests/helpers/browser.ts'
import { siteDoor } from './tests/helpers/nido.ts'

/** Who is signed in once, for all tests but those that sign in themselves; two runs at once do not take each other's. */
export const SIGNED_IN = `test-results/signed-in-${new URL(siteDoor()).port}.json`

const TIMEOUT_MS = 120_000

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/artifacts',
  timeout: TIMEOUT_MS,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  // Two cores: the servers under test need one of them.
  workers: 1,
  // A build server's disk may stand still for seconds. What passes at the second try is named at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  use: {
    baseURL: `${siteDoor()}/`,
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browserProgram(),
      // Chromium's sandbox refuses to run as root, which is what build servers are.
      args: ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'signing in', testMatch: '**/*.setup.ts' },
    {
      name: 'desktop',
      testMatch: '**/*.test.ts',
      testIgnore: '**/*.phone.test.ts',
      dependencies: ['signing in'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, storageState: SIGNED_IN },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.test.ts',
      dependencies: ['signing in'],
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, storageState: SIGNED_IN },
    },
  ],
})
