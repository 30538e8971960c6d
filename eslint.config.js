import tseslint from 'typescript-eslint'

// Sizes, casts and typed rules; everything else is biome's (biome.json).
const bareError = {
  selector: "NewExpression[callee.name='Error'], CallExpression[callee.name='Error']",
  message: 'Throw a named error class, or return a refusal.',
}
const spreadLiteral = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
  message: 'Write its properties where it is spread, one a line.',
}
/** The runner of the tests would pass over them in silence (docs/adr/0048-tests-run-as-the-product-does.md). */
const unheardWord = {
  selector:
    'MemberExpression[object.name=/^(it|expect)$/][property.name=/^(concurrent|failing|assertions|hasAssertions)$/]',
  message: 'The runner of the tests does not know it.',
}
/** V8 keeps a function that is assigned to a property where only a whole collection finds it (docs/adr/0041-what-is-old-holds-no-request.md). */
const assignedFunction = {
  selector:
    "AssignmentExpression[left.type='MemberExpression'] > :matches(ArrowFunctionExpression, FunctionExpression).right",
  message: 'Give the function a name first: one that is assigned to a property outlives all that it knows.',
}

const senders = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'].map(name => ({
  name,
  message: 'The console sends by the SDK: packages/console/src/http/client.ts.',
}))

export default tseslint.config(
  { ignores: ['**/node_modules/**', '**/dist/**', '**/*.recorded.json', '.turbo/**', 'packages/sdk/src/api.ts'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './packages/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'max-depth': ['error', 3],
      complexity: ['error', 10],
      'no-console': 'error',
      'no-restricted-syntax': ['error', bareError, spreadLiteral],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only service-kit reads the environment.' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    // Express tells error middleware by its four parameters.
    files: ['packages/service-kit/src/http/http-app.ts'],
    rules: { 'max-params': ['error', 4] },
  },
  {
    files: [
      'packages/service-kit/src/settings/config.ts',
      'packages/testkit/src/backends/environment.ts',
      'packages/cli/src/main.ts',
      'tools/**/*.ts',
      'deploy/test/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['tools/**/*.ts', 'bench/**/*.ts', 'faults/src/run.ts', 'packages/sdk/src/browser-warning.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['packages/console/src/**/*.ts', 'packages/console/src/**/*.tsx'],
    ignores: ['packages/console/src/http/client.ts'],
    rules: {
      'no-restricted-globals': ['error', ...senders],
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].flatMap(object =>
          senders.map(({ name, message }) => ({ object, property: name, message })),
        ),
        { object: 'navigator', property: 'sendBeacon', message: senders[0].message },
      ],
    },
  },
  {
    files: ['services/*/src/**/*.ts', 'packages/*/src/**/*.ts'],
    // They are assigned once, when a process starts.
    ignores: ['packages/bus/src/kafka/*/patch-*.ts'],
    rules: { 'no-restricted-syntax': ['error', bareError, spreadLiteral, assignedFunction] },
  },
  {
    files: ['**/*.spec.ts', '**/conformance/**/*.ts', 'e2e/src/scenarios/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
      'no-restricted-syntax': ['error', spreadLiteral, unheardWord],
    },
  },
)
