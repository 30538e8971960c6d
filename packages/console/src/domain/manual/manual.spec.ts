import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { HELP_PLACES, type ManualPlace } from './help-places.ts'
import { MAP_PAGE, readManualLink } from './manual-links.ts'
import { readManualSearch } from './manual-search.ts'
import { type ManualSection, manualSections, splitTitle } from './manual-sections.ts'

const DOCS = join(import.meta.dirname, '../../../../../docs')

const texts = new Map<string, string>()
const sections = new Map<string, ManualSection[]>()
beforeAll(async () => {
  for await (const name of glob(['*.md', '{reference,how-to,runbook}/*.md'], { cwd: DOCS })) {
    if (/^(?:performance|reliability|roadmap)/.test(name)) continue
    texts.set(name.replace(/\.md$/, ''), await readFile(join(DOCS, name), 'utf8'))
  }
  for (const [page, text] of texts) sections.set(page, manualSections(page, text))
})

const hasPlace = ({ page, at }: ManualPlace) =>
  sections.get(page)?.some(section => at === undefined || section.at === at) ?? false

describe('the manual in the console', () => {
  it('has the map, and each page of it has a title', () => {
    expect(texts.has(MAP_PAGE)).toBe(true)
    for (const [page, text] of texts) expect(splitTitle(page, text).title).not.toBe(page)
  })

  it('leads from each link between its pages to a page and a heading that are there', () => {
    const pages = new Set(texts.keys())
    let places = 0
    for (const [from, text] of texts) {
      for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const link = readManualLink(href, from, pages)
        if (link.kind !== 'place') continue
        places += 1
        const { page, at } = link
        expect({ from, href, isThere: hasPlace({ page, ...(at !== undefined && { at }) }) }).toEqual({
          from,
          href,
          isThere: true,
        })
      }
    }
    expect(places).toBeGreaterThan(100)
  })

  it('has what each editor leads to', () => {
    const missing = Object.entries(HELP_PLACES).filter(([, place]) => !hasPlace(place))
    expect(missing).toEqual([])
  })
})

describe('a link of the manual', () => {
  const pages = new Set(['README', 'reference/keys', 'runbook/README'])

  it.each([
    ['reference/keys.md', 'README', { kind: 'place', page: 'reference/keys', at: undefined }],
    ['../reference/keys.md#issue', 'how-to/x', { kind: 'place', page: 'reference/keys', at: 'issue' }],
    ['#issue', 'reference/keys', { kind: 'place', page: 'reference/keys', at: 'issue' }],
    ['../runbook', 'reference/keys', { kind: 'place', page: 'runbook/README', at: undefined }],
    ['https://example.com/a', 'README', { kind: 'outside', href: 'https://example.com/a' }],
    ['../packages/sdk/README.md', 'README', { kind: 'unshown' }],
    ['javascript:alert(1)', 'README', { kind: 'unshown' }],
    ['../../README.md#settings', 'reference/keys', { kind: 'unshown' }],
    ['//example.com', 'README', { kind: 'unshown' }],
    ['/keys', 'README', { kind: 'unshown' }],
  ])('%s on %s', (href, from, expected) => {
    expect(readManualLink(href, from, pages)).toEqual(expected)
  })
})

describe('the address of the manual', () => {
  it('takes texts alone, and no endless ones', () => {
    expect(readManualSearch({ page: 'reference/keys', at: 3, q: 'x'.repeat(500), other: 'x' })).toEqual({
      page: 'reference/keys',
      q: 'x'.repeat(200),
    })
  })
})
