// Two projects: `unit` is pure and runs in seconds; `integration` uses real backends and child processes.
const base = {
  // Files run as Node.js runs them, without a global object of their own (docs/adr/0048-tests-run-as-the-product-does.md).
  runner: '<rootDir>/tools/test-run/native-runner.ts',
  setupFiles: ['<rootDir>/tools/test-run/worker-setup.ts'],
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.turbo', '<rootDir>/.cache'],
}

export default {
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/test-run/longest-first-sequencer.ts',
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
      testMatch: ['<rootDir>/{packages,services,tools,e2e,bench,faults,deploy}/**/*.int.spec.ts'],
    },
  ],
}
