// Two projects: `unit` is pure and runs in seconds; `integration` uses real backends and child processes.
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024', experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/.turbo', '<rootDir>/.cache'],
}

export default {
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/test-run/longest-first-sequencer.ts',
  // A busy machine is no fault; a test that hangs still ends.
  testTimeout: 60_000,
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,tools,bench,e2e,faults,deploy}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$'],
    },
    {
      ...base,
      displayName: 'integration',
      testEnvironment: '<rootDir>/e2e/src/console/browser-environment.ts',
      testMatch: ['<rootDir>/{packages,services,tools,e2e,bench,faults,deploy}/**/*.int.spec.ts'],
    },
  ],
}
