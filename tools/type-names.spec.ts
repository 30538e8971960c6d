import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import ts from 'typescript'

/** Moments and roles, which say nothing of the thing. */
const NO_NAMES: ReadonlySet<string> = new Set(['Needs', 'Backing', 'Known', 'Asked', 'Place'])
/** One word that says what has become of a thing, or what is done to it: a moment in its life. */
const MOMENT = /^[A-Z][a-z]*(?:ed|ing|own)$/
/** The most names that several types may bear, each in a file of its own, such as `Dependencies` and `Options`. */
const MOST_SHARED = 60

type NamedType = { name: string; file: string; isExported: boolean }

const ROOTS = '{packages,services,bench,e2e,faults,tools,deploy}/**/*.{ts,tsx}'
const files = globSync(ROOTS, { exclude: path => path.includes('node_modules') })
const types = files.toSorted().flatMap(typesOf)
const exported = types.filter(({ isExported }) => isExported)

function typesOf(file: string): NamedType[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: NamedType[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) {
      const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
      found.push({ name: node.name.text, file, isExported })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const describeName = (name: string, all: readonly NamedType[]): string =>
  `${name}: ${all.map(({ file }) => file).join(', ')}`

/** The names that several types bear, each with their files. */
const sharedNames = (all: readonly NamedType[]): string[] =>
  [...Map.groupBy(all, ({ name }) => name)]
    .filter(([, bearers]) => bearers.length > 1)
    .map(([name, bearers]) => describeName(name, bearers))

const named = (all: readonly NamedType[], isMeant: (name: string) => boolean): string[] =>
  all.filter(({ name }) => isMeant(name)).map(type => describeName(type.name, [type]))

describe('the name of a type', () => {
  it('stands for one type where it is exported', () => {
    expect(sharedNames(exported)).toEqual([])
  })

  it('says what the thing is, not its role', () => {
    expect(named(types, name => NO_NAMES.has(name))).toEqual([])
  })

  it('says what the thing is, not a moment in its life, where it is exported', () => {
    expect(named(exported, name => MOMENT.test(name))).toEqual([])
  })

  it('is seldom borne by several types, local ones included', () => {
    const shared = sharedNames(types)
    expect(shared.length <= MOST_SHARED ? [] : shared).toEqual([])
  })
})
