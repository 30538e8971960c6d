import { lines, type PlantedFault, ROOM } from './fault.ts'

/** `name` is of a file in a folder that is there for it; one that begins with a package says where it stands itself. */
type LintFault = { what: string; name: string; text: string; rule: string; message?: string }

const lintFaults: readonly LintFault[] = [
  {
    what: 'a 61-line function',
    name: 'long-function',
    text: `export function planted(value: number) {\n${lines(60, () => '  value += 1')}\n  return value\n}\n`,
    rule: 'max-lines-per-function',
  },
  {
    what: 'a file of 301 lines',
    name: 'long-file',
    text: `${lines(301, index => `export const planted${index} = ${index}`)}\n`,
    rule: 'max-lines',
  },
  {
    what: 'four parameters',
    name: 'parameters',
    text: 'export const planted = (a: number, b: number, c: number, d: number) => a + b + c + d\n',
    rule: 'max-params',
  },
  {
    what: 'four levels of nesting',
    name: 'nesting',
    text: 'export function planted(a: number) {\n  if (a > 1) { if (a > 2) { if (a > 3) { if (a > 4) return 1 } } }\n  return 0\n}\n',
    rule: 'max-depth',
  },
  {
    what: 'a complexity of 11',
    name: 'complexity',
    text: `export function planted(a: number) {\n${lines(10, index => `  if (a === ${index}) return ${index + 1}`)}\n  return 0\n}\n`,
    rule: 'complexity',
  },
  {
    what: '`any`',
    name: 'any',
    text: 'export const planted = (value: any) => value\n',
    rule: '@typescript-eslint/no-explicit-any',
  },
  {
    what: 'a cast',
    name: 'cast',
    text: 'export const planted = (value: unknown) => value as string\n',
    rule: '@typescript-eslint/consistent-type-assertions',
  },
  {
    what: 'a console call',
    name: 'console',
    text: "export const planted = () => console.log('x')\n",
    rule: 'no-console',
  },
  {
    what: 'a bare Error',
    name: 'bare-error',
    text: "export const planted = () => {\n  throw new Error('x')\n}\n",
    rule: 'no-restricted-syntax',
    message: 'Throw a named error class',
  },
  {
    what: 'a spread of a literal in a literal',
    name: 'spread-literal',
    text: 'export const planted = (a: number, b: number) => ({ a, ...{ b } })\n',
    rule: 'no-restricted-syntax',
    message: 'Write its properties where it is spread',
  },
  {
    what: 'a spread of a literal in a spec',
    name: 'spread-literal.spec',
    text: 'export const planted = (a: number, b: number) => ({ a, ...{ b } })\n',
    rule: 'no-restricted-syntax',
    message: 'Write its properties where it is spread',
  },
  {
    what: 'a word of jest in a spec that its runner passes over',
    name: 'unheard-word.spec',
    text: "import { it } from '@jest/globals'\nit.failing('is planted', () => undefined)\n",
    rule: 'no-restricted-syntax',
    message: 'The runner of the tests does not know it',
  },
  {
    what: 'a function assigned to a property',
    name: 'assigned-function',
    text: 'export function planted(a: { end?: () => void }) {\n  a.end = () => {}\n}\n',
    rule: 'no-restricted-syntax',
    message: 'Give the function a name first',
  },
  {
    what: 'the environment read outside the configuration',
    name: 'environment',
    text: 'export const planted = process.env.HOME\n',
    rule: 'no-restricted-properties',
  },
  {
    what: 'a switch that forgets a case',
    name: 'switch',
    text: "export function planted(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 0\n}\n",
    rule: '@typescript-eslint/switch-exhaustiveness-check',
  },
  {
    what: 'a page of the console that sends by itself',
    name: 'packages/console/src/api/planted-fetch',
    text: "export const planted = () => fetch('/keys')\n",
    rule: 'no-restricted-globals',
    message: 'The console sends by the SDK',
  },
  {
    what: 'a page of the console that sends by another name',
    name: 'packages/console/src/pages/planted-fetch',
    text: "export const planted = () => globalThis.fetch('/keys')\n",
    rule: 'no-restricted-properties',
    message: 'The console sends by the SDK',
  },
  {
    what: 'a promise that nobody waits for',
    name: 'promise',
    text: 'export const planted = (work: () => Promise<void>) => {\n  work()\n}\n',
    rule: '@typescript-eslint/no-floating-promises',
  },
]

const fileOf = (name: string): string => (name.startsWith('packages/') ? `${name}.ts` : `${ROOM}/${name}.ts`)

export const LINT_FAULTS: readonly PlantedFault[] = lintFaults.map(({ what, name, text, rule, message = '' }) => ({
  what,
  check: 'check:lint',
  plantings: [{ file: fileOf(name), text }],
  finding: [`${fileOf(name)}: ${rule}: `, message],
}))
