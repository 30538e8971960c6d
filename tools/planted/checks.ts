import { relative } from 'node:path'
import { z } from 'zod'
import type { CheckName, PlantedText } from './fault.ts'

/** A folder of the tree that git and every check ignore, for what they write. */
export const SCRATCH = '.cache'

/** A check writes its `report`, a file of the tree, or says what it finds. Each finding is one line that names its file. */
export type CheckCommand = {
  command: readonly string[]
  report?: string
  findings(text: string, root: string): string[]
}

const linesOf = (text: string): string[] => text.split('\n')
const script = (name: string, ...args: string[]): readonly string[] => ['npm', 'run', '--silent', name, '--', ...args]
const byScript = (name: string, ...args: string[]): CheckCommand => ({
  command: script(name, ...args),
  findings: linesOf,
})

const lintReport = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(z.object({ ruleId: z.string().nullable(), message: z.string() })),
  }),
)

const LINT_PROJECT = `${SCRATCH}/tsconfig.json`

/** A project of these files alone, for typed rules: on the whole tree they take half a minute. */
export const lintProjectOf = (files: readonly string[]): PlantedText => ({
  file: LINT_PROJECT,
  text: JSON.stringify({ extends: '../tsconfig.json', files: files.map(file => `../${file}`), include: [] }),
})

/** Lints these files alone. */
function lintOf(files: readonly string[]): CheckCommand {
  const report = `${SCRATCH}/lint.json`
  const project = `--parser-options=project:${LINT_PROJECT}`
  const options = ['--max-warnings=0', '--format=json', `--output-file=${report}`, project]
  return {
    command: [process.execPath, 'node_modules/eslint/bin/eslint.js', ...options, ...files],
    report,
    findings: (text, root) =>
      lintReport
        .parse(JSON.parse(text))
        .flatMap(({ filePath, messages }) =>
          messages.map(({ ruleId, message }) => `${relative(root, filePath)}: ${ruleId}: ${message}`),
        ),
  }
}

/** Formats these files alone, by the settings of all. */
const formatOf = (files: readonly string[]): CheckCommand => ({
  command: [
    process.execPath,
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    '--max-diagnostics=none',
    ...files,
  ],
  findings: linesOf,
})

const jestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
})

/** Runs some specs. What jest keeps for its next run stays in the tree, and goes with it. */
function specs(name: string, ...args: string[]): CheckCommand {
  const report = `${SCRATCH}/${name}.json`
  return {
    command: script('jest', `--cacheDirectory=${SCRATCH}/jest`, '--json', `--outputFile=${report}`, ...args),
    report,
    findings: (text, root) =>
      jestReport
        .parse(JSON.parse(text))
        .testResults.flatMap(({ name: file, assertionResults }) =>
          assertionResults.flatMap(({ fullName, failureMessages }) =>
            failureMessages.flatMap(linesOf).map(line => `${relative(root, file)}: ${fullName}: ${line}`),
          ),
        ),
  }
}

/** Looks for copies in one package alone, which has no other: the whole tree takes longer than any other check. */
const DUPLICATION: CheckCommand = {
  command: [process.execPath, 'node_modules/jscpd/bin/jscpd', 'packages/documents'],
  findings: linesOf,
}

/** Checks the whole tree with one checker: several repeat each other's work, and the other lane has the other core. */
const TYPES: CheckCommand = {
  command: [process.execPath, 'node_modules/typescript7/bin/tsc', '-p', 'tsconfig.json', '--checkers', '1'],
  findings: linesOf,
}

/** Every check by its name, the longest first. It is asked which files have faults for a check that looks at no others. */
export const checksOf = (filesOf: (check: CheckName) => string[]): ReadonlyMap<CheckName, CheckCommand> =>
  new Map<CheckName, CheckCommand>([
    // Some of the properties show it, and the embedded store, which needs nothing that has to be started; and one answer
    // that its client holds against the description.
    [
      'properties',
      specs(
        'properties',
        '--testNamePattern=SQLite.*(whose total the gateway|of GraphQL apps|Location says in things)|says what the caller could issue',
        'services/standalone/test/one-view-of-bodies.int.spec.ts',
        'e2e/src/rules/narrowed-reads.int.spec.ts',
        'services/data/test/document-paths.int.spec.ts',
        'services/keys/src/routes/show-key-policy.int.spec.ts',
      ),
    ],
    ['check:types', TYPES],
    ['check:console', byScript('check:console')],
    ['check:generated', byScript('check:generated')],
    ['check:imports', byScript('check:imports')],
    [
      'house rules',
      specs('house-rules', 'tools/architecture.spec.ts', 'tools/folder-circles.spec.ts', 'tools/type-names.spec.ts'),
    ],
    ['check:lint', lintOf(filesOf('check:lint'))],
    ['check:unused', byScript('check:unused')],
    ['check:format', formatOf(filesOf('check:format'))],
    ['check:duplication', DUPLICATION],
  ])
