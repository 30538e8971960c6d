import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const listed = execFileSync('git', ['ls-files', '-z', '*.md'], { encoding: 'utf8' })
const pages = listed.split('\0').filter(page => page !== '' && existsSync(page))

/** The text of a page without its examples, whose comments look like headings. */
const proseOf = (page: string): string => readFileSync(page, 'utf8').replace(/^ *```.*?^ *```$/gms, '')

/** Links to files and headings of this repository. */
const linksOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter(link => !/^[a-z]+:/.test(link))

const fileOf = (page: string, link: string): string => {
  const [path = ''] = link.split('#')
  return path === '' ? page : posix.join(posix.dirname(page), path)
}

/** Headings by the names that links have for them. */
const anchorsOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

function leadsSomewhere(page: string, link: string): boolean {
  const file = fileOf(page, link)
  const [, anchor] = link.split('#')
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
}

describe('links of pages', () => {
  it('lead to files and headings that are there', () => {
    const links = pages.flatMap(page => linksOf(page).map(link => ({ page, link })))
    expect(links.length).toBeGreaterThan(200)
    expect(links.filter(({ page, link }) => !leadsSomewhere(page, link))).toEqual([])
  })
})

describe('docs/README.md', () => {
  it('leads to every page of docs: to the page, to its folder, or to the index of its folder', () => {
    const map = 'docs/README.md'
    const named = new Set(linksOf(map).map(link => fileOf(map, link).replace(/\/(README\.md)?$/, '')))
    const missing = pages.filter(page => page.startsWith('docs/') && page !== map)
    expect(missing.filter(page => !named.has(page) && !named.has(posix.dirname(page)))).toEqual([])
  })
})
