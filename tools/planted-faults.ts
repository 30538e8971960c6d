// Shows that every check fails when it should: plants one fault at a time, runs its check, and takes it away again.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** `check` is a script of package.json, or the path of a spec. */
type Fault = { what: string; file: string; text: string; check: string; expect: RegExp }

/** A fault can't be planted where the code has changed: it has to be written anew. */
class UnplantableFaultError extends Error {
  override name = 'UnplantableFaultError'
}

/** A file with one place changed. @throws UnplantableFaultError */
function edited(file: string, from: string, to: string): Pick<Fault, 'file' | 'text'> {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new UnplantableFaultError(`${file} does not say: ${from}`)
  return { file, text: text.replace(from, () => to) }
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const PLACE = 'services/keys/src/domain/planted-fault.ts'

const twin = (name: string) =>
  `export function ${name}(values: number[]) {\n${lines(40, index => `  if (values[${index}] === ${index}) return ${index} * 2`)}\n  return 0\n}\n`

const faults: readonly Fault[] = [
  {
    what: 'an import from a service into a service',
    file: PLACE,
    text: "export { createGateway } from '@sluice/gateway'\n",
    check: 'check:imports',
    expect: /no-service-to-service/,
  },
  {
    what: 'I/O in domain/',
    file: PLACE,
    text: "import { readFileSync } from 'node:fs'\n\nexport const planted = () => readFileSync('x')\n",
    check: 'check:imports',
    expect: /no-io-in-domain/,
  },
  {
    what: 'a cycle',
    file: PLACE,
    text: "export * from './planted-fault.ts'\n",
    check: 'check:imports',
    expect: /no-cycles/,
  },
  {
    what: 'a concrete adapter outside a composition root',
    file: PLACE,
    text: "export { openSqliteStore } from '@sluice/store/sqlite'\n",
    check: 'check:imports',
    expect: /adapters-only-in-roots/,
  },
  {
    what: 'the adapters of the cluster outside a composition root',
    file: PLACE,
    text: "export { runClusterService } from '@sluice/cluster'\n",
    check: 'check:imports',
    expect: /adapters-only-in-roots/,
  },
  {
    what: 'a border type that needs a package',
    file: 'packages/contracts/src/planted-fault.ts',
    text: "export type { Store } from '@sluice/store'\n",
    check: 'check:imports',
    expect: /contracts-stand-alone/,
  },
  {
    what: 'a junk drawer',
    file: 'packages/access/src/utils/planted-fault.ts',
    text: "import { planted } from './planted-other.ts'\n\nexport const other = planted\n",
    check: 'check:imports',
    expect: /no-junk-drawers|no-unresolvable/,
  },
  {
    what: 'an unused export',
    file: PLACE,
    text: 'export const planted = 1\n',
    check: 'check:unused',
    expect: /planted/,
  },
  {
    what: 'a 61-line function',
    file: PLACE,
    text: `export function planted(value: number) {\n${lines(60, () => '  value += 1')}\n  return value\n}\n`,
    check: 'check:lint',
    expect: /max-lines-per-function/,
  },
  {
    what: 'a file of 301 lines',
    file: PLACE,
    text: `${lines(301, index => `export const planted${index} = ${index}`)}\n`,
    check: 'check:lint',
    expect: /max-lines/,
  },
  {
    what: 'four parameters',
    file: PLACE,
    text: 'export const planted = (a: number, b: number, c: number, d: number) => a + b + c + d\n',
    check: 'check:lint',
    expect: /max-params/,
  },
  {
    what: 'four levels of nesting',
    file: PLACE,
    text: 'export function planted(a: number) {\n  if (a > 1) { if (a > 2) { if (a > 3) { if (a > 4) return 1 } } }\n  return 0\n}\n',
    check: 'check:lint',
    expect: /max-depth/,
  },
  {
    what: 'a complexity of 11',
    file: PLACE,
    text: `export function planted(a: number) {\n${lines(10, index => `  if (a === ${index}) return ${index + 1}`)}\n  return 0\n}\n`,
    check: 'check:lint',
    expect: /complexity/,
  },
  {
    what: '`any`',
    file: PLACE,
    text: 'export const planted = (value: any) => value\n',
    check: 'check:lint',
    expect: /no-explicit-any/,
  },
  {
    what: 'a cast',
    file: PLACE,
    text: 'export const planted = (value: unknown) => value as string\n',
    check: 'check:lint',
    expect: /consistent-type-assertions/,
  },
  {
    what: 'a console call',
    file: PLACE,
    text: "export const planted = () => console.log('x')\n",
    check: 'check:lint',
    expect: /no-console/,
  },
  {
    what: 'a bare Error',
    file: PLACE,
    text: "export const planted = () => {\n  throw new Error('x')\n}\n",
    check: 'check:lint',
    expect: /no-restricted-syntax/,
  },
  {
    what: 'the environment read outside the configuration',
    file: PLACE,
    text: 'export const planted = process.env.HOME\n',
    check: 'check:lint',
    expect: /no-restricted-properties/,
  },
  {
    what: 'a switch that forgets a case',
    file: PLACE,
    text: "export function planted(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 0\n}\n",
    check: 'check:lint',
    expect: /switch-exhaustiveness-check/,
  },
  {
    what: 'a promise that nobody waits for',
    file: PLACE,
    text: 'export const planted = (work: () => Promise<void>) => {\n  work()\n}\n',
    check: 'check:lint',
    expect: /no-floating-promises/,
  },
  {
    what: 'a type error',
    file: PLACE,
    text: "export const planted: number = 'x'\n",
    check: 'check:types',
    expect: /TS2322/,
  },
  {
    what: 'a file that is not formatted',
    file: PLACE,
    text: 'export const planted = "x";\n',
    check: 'check:format',
    expect: /format/i,
  },
  {
    what: 'a copy',
    file: PLACE,
    text: lines(60, index => twin(`planted${index}`)),
    check: 'check:duplication',
    expect: /too many duplicates|exceeds the limit|threshold/i,
  },
  {
    what: 'a second exported type of one name',
    file: PLACE,
    text: 'export type Grant = { planted: true }\n',
    check: 'tools/type-names.spec.ts',
    expect: /planted-fault\.ts/,
  },
  {
    what: 'a setting that the README does not name',
    ...edited('README.md', '`SPOOL_FULL`', '`SPOOL`'),
    check: 'check:generated',
    expect: /README\.md/,
  },
  {
    what: 'a body that a permission reads by another parser than the service',
    ...edited(
      'services/gateway/src/exchange/arrive/read-held-body.ts',
      "form === 'document' ? parseDocumentJson(bytes) : parseJson(bytes)",
      'parseJson(bytes)',
    ),
    check: 'services/standalone/test/one-view-of-bodies.int.spec.ts',
    expect: /Property failed/,
  },
  {
    what: 'a resource that shows more than its permission lets through',
    ...edited(
      'services/graphql-apps/src/routes/list-apps.ts',
      'filter: applyReadRules(asked.filter, rules)',
      'filter: asked.filter',
    ),
    check: 'e2e/src/rules/narrowed-reads.int.spec.ts',
    expect: /Property failed/,
  },
  {
    what: 'a second path to a document',
    ...edited('packages/documents/src/document-id.ts', 'formatSegment(id, naming) === undefined && ', ''),
    check: 'services/data/src/routes/document-paths.int.spec.ts',
    expect: /Property failed/,
  },
]

/** The check as it is, but for lint: the planted file alone, since typed rules on the whole tree take half a minute. */
function runCheck(check: string, file: string) {
  if (check === 'check:lint') {
    const eslint = ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', file]
    return spawnSync(process.execPath, eslint, { encoding: 'utf8' })
  }
  // The embedded store shows it, too, and needs nothing that has to be started.
  const some = check.endsWith('.int.spec.ts') ? ['-t', 'SQLite'] : []
  const script = check.endsWith('.spec.ts') ? ['jest', '--', check, ...some] : [check]
  return spawnSync('npm', ['run', '--silent', ...script], { encoding: 'utf8' })
}

function isCaught({ file, text, check, expect }: Fault): boolean {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  try {
    const { status, stdout, stderr } = runCheck(check, file)
    return status !== 0 && expect.test(stdout + stderr)
  } finally {
    if (before !== undefined) writeFileSync(file, before)
    else rmSync(file)
  }
}

let missed = 0
for (const fault of faults) {
  const caught = isCaught(fault)
  if (!caught) missed += 1
  console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.check.split('/').at(-1)?.padEnd(18)} ${fault.what}`)
}
rmSync('packages/access/src/utils', { recursive: true, force: true })
console.log(`${faults.length - missed} passed, ${missed} failed`)
process.exitCode = missed > 0 ? 1 : 0
