import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from '@jest/globals'

/** An import leads from one folder to another that stands beside it: `file` is in `from` or somewhere below it. */
type Arrow = { file: string; from: string; to: string }

const SOURCES = ['{packages,services}/*/src/**/*.{ts,tsx}', '{bench,e2e,faults}/src/**/*.ts', 'tools/**/*.ts']
/** What a service asks of the outside, as types alone: nothing is loaded by importing it. */
const PORTS = /\/ports$/
/** Tests look into every folder, and what they share does. */
const OF_TESTS = /\.spec\.ts$|\/(testing|conformance)\//
const IMPORTED = /\b(?:from |import\()'(\.{1,2}\/[^']+)'/g

function arrowOf(file: string, imported: string): Arrow | undefined {
  const here = posix.dirname(file).split('/')
  const there = posix.dirname(posix.join(posix.dirname(file), imported)).split('/')
  const fork = here.findIndex((name, depth) => name !== there[depth])
  // Where one of the folders holds the other, they do not stand beside each other.
  if (fork === -1 || fork === there.length) return undefined
  const siblingIn = (path: readonly string[]) => path.slice(0, fork + 1).join('/')
  return { file, from: siblingIn(here), to: siblingIn(there) }
}

const arrows = globSync(SOURCES, { exclude: path => path.includes('node_modules') })
  .filter(file => !OF_TESTS.test(file))
  .toSorted()
  .flatMap(file => [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, path = '']) => arrowOf(file, path)))
  .filter(arrow => arrow !== undefined)
  .filter(({ to }) => !PORTS.test(to))
const arrowsFrom = Map.groupBy(arrows, ({ from }) => from)

/** The folders to which imports lead from this one, and on from there. */
function reachedFrom(folder: string): Set<string> {
  const reached = new Set<string>()
  const open = [folder]
  for (const current of open) {
    const next = (arrowsFrom.get(current) ?? []).map(({ to }) => to).filter(to => !reached.has(to))
    for (const to of new Set(next)) {
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}

describe('folders beside each other', () => {
  it('import each other in one direction', () => {
    const circular = arrows.filter(({ from, to }) => reachedFrom(to).has(from))
    expect(circular.map(({ file, to }) => `${file} -> ${to}`)).toEqual([])
  })

  it('have ports that hold types alone, so that everybody may import these', () => {
    const files = globSync('{packages,services}/*/src/**/ports/*.ts')
    const loaded = files.filter(file => /^export (?!type )/m.test(readFileSync(file, 'utf8')))
    expect(files.length).toBeGreaterThan(0)
    expect(loaded).toEqual([])
  })

  it('are found by their imports', () => {
    expect(arrowOf('a/src/b/c/one.ts', '../../d/two.ts')).toEqual({
      file: 'a/src/b/c/one.ts',
      from: 'a/src/b',
      to: 'a/src/d',
    })
    expect(arrowOf('a/src/b/one.ts', './c/two.ts')).toBeUndefined()
    expect(arrowOf('a/src/b/one.ts', '../two.ts')).toBeUndefined()
    expect(arrows.length).toBeGreaterThan(100)
  })
})
