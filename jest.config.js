// Tests that Jest runs: `unit` beside the sources, `api`, `importing` and `faults` against real servers, `engines` in
// browsers of other engines, `chart` what helm renders, `cluster` what it installs.

const TIMEOUT_MS = 60_000

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          // Jest warns of JSON that is imported without them.
          experimental: { keepImportAttributes: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Styles and pictures are the browser's; no test of logic needs what is in them.
  moduleNameMapper: { '\\.(css|svg|png|woff2)$': '<rootDir>/tests/helpers/asset.ts' },
}
const withServers = {
  ...common,
  globalSetup: '<rootDir>/tests/helpers/jest-setup.ts',
  globalTeardown: '<rootDir>/tests/helpers/jest-teardown.ts',
}

export default {
  testTimeout: TIMEOUT_MS,
  projects: [
    {
      ...common,
      displayName: 'unit',
      roots: [
        '<rootDir>/backend',
        '<rootDir>/frontend',
        '<rootDir>/scripts',
        '<rootDir>/tests/bench',
        '<rootDir>/tests/helpers',
        '<rootDir>/tests/fuzz',
      ],
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
    },
    {
      ...withServers,
      displayName: 'api',
      testMatch: ['<rootDir>/tests/api/**/*.test.ts', '<rootDir>/tests/clients/**/*.test.ts'],
    },
    { ...common, displayName: 'chart', testMatch: ['<rootDir>/tests/chart/**/*.test.ts'] },
    { ...common, displayName: 'cluster', testMatch: ['<rootDir>/tests/cluster/**/*.test.ts'] },
    { ...withServers, displayName: 'engines', testMatch: ['<rootDir>/tests/engines/**/*.test.ts'] },
    { ...withServers, displayName: 'importing', testMatch: ['<rootDir>/tests/importing/**/*.test.ts'] },
    { ...withServers, displayName: 'faults', testMatch: ['<rootDir>/tests/faults/**/*.test.ts'] },
  ],
}
