import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import ts from 'typescript'

/** Names that stood for more than one exported type when this list began. It may only get shorter. */
const STILL_TWICE: readonly string[] = [
  'Admission',
  'Answer',
  'Batch',
  'Binding',
  'Call',
  'Caller',
  'Catalog',
  'Change',
  'Claim',
  'Exchange',
  'Explanation',
  'Fetched',
  'Filling',
  'Found',
  'Handler',
  'Join',
  'Judgement',
  'KeyUsage',
  'Lease',
  'MemberName',
  'Membership',
  'Namespace',
  'Origin',
  'Outcome',
  'Pending',
  'Place',
  'Position',
  'Projection',
  'Reach',
  'ReadBody',
  'Reading',
  'Recorder',
  'Route',
  'Send',
  'Settings',
  'Step',
  'Subject',
  'Test',
  'Tiering',
  'Token',
  'Verdict',
  'Write',
  'WriteBatch',
  'Writer',
  'WriterOptions',
  'Written',
]

/** Moments and roles, which say nothing of the thing. */
const NO_NAMES: ReadonlySet<string> = new Set(['Needs', 'Backing', 'Known', 'Asked', 'Place'])

const files = globSync('{packages,services}/*/src/**/*.ts').filter(file => !/\.spec\.ts$|\/testing\//.test(file))
const exported = Map.groupBy(files.toSorted().flatMap(typesOf), ({ name }) => name)

function typesOf(file: string): { name: string; file: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const types = source.statements.filter(
    statement => ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement),
  )
  const isExported = ({ modifiers = [] }: { modifiers?: readonly ts.ModifierLike[] | undefined }) =>
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  return types.filter(isExported).map(({ name }) => ({ name: name.text, file }))
}

const placesOf = (name: string): string => `${name}: ${(exported.get(name) ?? []).map(({ file }) => file).join(', ')}`
const isTwice = (name: string): boolean => (exported.get(name) ?? []).length > 1

describe('the name of an exported type', () => {
  it('stands for one type, but for a list that only gets shorter', () => {
    const twice = [...exported.keys()].filter(name => isTwice(name) && !STILL_TWICE.includes(name))
    expect(twice.map(placesOf)).toEqual([])
  })

  it('leaves that list when it stands for one type', () => {
    expect(STILL_TWICE.filter(name => !isTwice(name))).toEqual([])
  })

  it('says what the thing is, not the moment or the role', () => {
    const fresh = [...NO_NAMES].filter(name => exported.has(name) && !STILL_TWICE.includes(name))
    expect(fresh.map(placesOf)).toEqual([])
  })
})
