import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => file !== '')
const known = new Set(files)
const names = new Set(files.map(file => basename(file)))
const pages = files.filter(file => file.endsWith('.md') && file !== 'CHANGELOG.md')

/** Paths of code that a page names, as they stand there. Names like `x.spec.ts` stand for any. */
const named = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|js|cjs|mjs))`/g)]
    .map(match => match[1] ?? '')
    .filter(path => !/^x(\.int)?\.spec\.ts$/.test(path))

/** A path begins at the root, at the page's own folder, or at the `src` beside it; a bare name is that of any file. */
function exists(page: string, path: string): boolean {
  if (!path.includes('/')) return names.has(path)
  const folder = dirname(page)
  return [path, join(folder, path), join(folder, 'src', path)].some(candidate => known.has(candidate))
}

describe('a page', () => {
  it.each(pages)('names only files that exist: %s', page => {
    expect(named(page).filter(path => !exists(page, path))).toEqual([])
  })

  it('says which files a request passes, in order', () => {
    expect(named('docs/architecture.md').length).toBeGreaterThan(8)
  })
})

/** The anchors of a page's headings, as they are linked: lower case, blanks to dashes, without other signs. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

function leadsSomewhere(file: string, heading: string | undefined): boolean {
  return known.has(file) && (heading === undefined || anchorsOf(file).has(heading))
}

const LINK = /\]\((?<file>[^)#:\s]*\.md)?(?:#(?<heading>[^)\s]+))?\)/g
const CITATION = /\b(?<file>docs\/[\w/.-]+\.md)(?:#(?<heading>[\w-]+))?/g

function brokenIn(source: string, pattern: RegExp, locate: (file: string | undefined) => string): string[] {
  const found = [...readFileSync(source, 'utf8').matchAll(pattern)].filter(
    ({ groups }) => groups?.file ?? groups?.heading,
  )
  return found.filter(({ groups }) => !leadsSomewhere(locate(groups?.file), groups?.heading)).map(([text]) => text)
}

describe('a link', () => {
  it.each(pages)('leads to a page and heading that exist: %s', page => {
    const locate = (file: string | undefined) => (file === undefined ? page : join(dirname(page), file))
    expect(brokenIn(page, LINK, locate)).toEqual([])
  })

  const code = files.filter(file => /\.(ts|js|cjs|mjs)$/.test(file))

  it('in code leads to a page and heading that exist', () => {
    const broken = code.flatMap(file => brokenIn(file, CITATION, cited => cited ?? '').map(text => `${file}: ${text}`))
    expect(broken).toEqual([])
  })

  it('is how code cites: what is not in the repository is not cited', () => {
    const cited = code.filter(file => /\((?:design:|spec \d)/.test(readFileSync(file, 'utf8')))
    expect(cited).toEqual([])
  })
})

/** Flat lists of one kind may be longer than a room. */
const FLAT_LISTS = /\/(routes|testing|predicates|rows|scenarios|judges)$/
const LARGEST_ROOM = 20

describe('a room', () => {
  const sources = files.filter(
    file => /^((packages|services)\/.*\/|bench\/|faults\/|e2e\/)src\/.*\.tsx?$/.test(file) && !/\.spec\.ts$/.test(file),
  )
  const rooms = Map.groupBy(sources, file => dirname(file))

  it('holds at most 20 sources, but for flat lists of one kind', () => {
    const large = [...rooms].filter(([room, inside]) => inside.length > LARGEST_ROOM && !FLAT_LISTS.test(room))
    expect(large.map(([room, inside]) => `${room}: ${inside.length}`)).toEqual([])
  })

  it('of a service is no place for tests of the whole service: they stand in services/<name>/test', () => {
    const misplaced = files.filter(file => /^services\/[^/]+\/src\/[^/]+\.spec\.ts$/.test(file))
    expect(misplaced).toEqual([])
  })

  it('holds tests on real backends beside the source that they test; those of a whole package stand in its test', () => {
    const inRooms = files.filter(file => /^(packages|services)\/[^/]+\/src\/.*\.int\.spec\.ts$/.test(file))
    const sourceOf = (file: string) => file.replace(/\.int\.spec\.ts$/, '.ts')
    expect(inRooms.filter(file => !known.has(sourceOf(file)) && !known.has(`${sourceOf(file)}x`))).toEqual([])
  })
})
