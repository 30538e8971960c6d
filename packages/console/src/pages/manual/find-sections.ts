import MiniSearch from 'minisearch'
import type { ManualSection } from '../../domain/manual/manual-sections.ts'
import { readSections } from './manual-texts.ts'

const MOST_FOUND = 30
let index: { search: MiniSearch; sections: readonly ManualSection[] } | undefined

function openIndex() {
  if (index) return index
  const sections = readSections()
  const search = new MiniSearch({ fields: ['title', 'pageTitle', 'text'] })
  search.addAll(sections.map((section, id) => Object.assign({ id }, section)))
  index = { search, sections }
  return index
}

/** Finds the sections that have all words, in the order of how well they fit. A word may be begun only, or be a little wrong. */
export function findSections(words: string): ManualSection[] {
  const { search, sections } = openIndex()
  const found = search.search(words, {
    boost: { title: 4, pageTitle: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  })
  return found.slice(0, MOST_FOUND).flatMap(({ id }) => sections[Number(id)] ?? [])
}
