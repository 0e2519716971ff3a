// Tests in a browser: run by `make test-e2e`, which starts Nido and hands its address on.
import { defineConfig, devices } from '@playwright/test'
import { browserProgram } from './tests/helpers/browser.ts'

const TIMEOUT_MS = 180_000

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/artifacts',
  timeout: TIMEOUT_MS,
  // Longer than anything takes on a machine that is ten times slower.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  // A build server's disk may stand still for seconds. What passes at another try is named at the end of the run.
  retries: process.env['CI'] ? 2 : 0,
  use: {
    locale: 'en-US',
    // What a worker fetches, tests cannot hold up. The tests of the worker allow it.
    serviceWorkers: 'block',
    // What moves is drawn frame by frame by the processor, and waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // Drawing a trace of everything is a fifth of the run's work. By hand: `--trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: browserProgram(),
      // Chromium's sandbox refuses to run as root, which is what build servers are.
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testMatch: '**/*.test.ts',
      testIgnore: '**/*.phone.test.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.test.ts',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
})
