import type { Definition } from '../definition.ts'
import { didYouMean } from '../language/suggest.ts'
import { fault } from '../language/syntax.ts'

/** What Sluice tells of itself (docs/reference/occurrences.md). */
export const OCCURRENCE_NAMES = [
  'webhook.failing',
  'webhook.recovered',
  'webhook.held-back',
  'webhook.disabled',
  'key.expiring',
  'key.leaked',
  'mail-allowance.used-up',
  'store.budget-near',
] as const
export type OccurrenceName = (typeof OCCURRENCE_NAMES)[number]

const KNOWN: ReadonlySet<string> = new Set(OCCURRENCE_NAMES)
const BEGINNINGS: ReadonlySet<string> = new Set(['*', ...OCCURRENCE_NAMES.map(name => `${name.split('.')[0]}.*`)])

/**
 * True of an occurrence by one of these names, or by one that begins as a name with * behind it says. Of any other
 * occurrence it is unknown, so that `not` hears of none; of a request it is false.
 */
export const sluice: Definition = {
  parameters: [{ name: 'name', takes: 'texts' }],
  defaultParameter: 'name',
  build({ texts, use, offset }) {
    if (use === 'permission') {
      return fault(offset, 'sluice looks at what Sluice tells of itself; a permission is judged on requests.')
    }
    const wrong = texts('name').find(({ text }) => !KNOWN.has(text) && !BEGINNINGS.has(text))
    if (wrong) {
      return fault(wrong.offset, `There is no occurrence "${wrong.text}"${didYouMean(wrong.text, OCCURRENCE_NAMES)}`)
    }
    const names = texts('name').map(({ text }) => text)
    const fits = (occurrence: string) =>
      names.some(name => (name.endsWith('*') ? occurrence.startsWith(name.slice(0, -1)) : occurrence === name))
    return {
      kind: 'check',
      test: ({ occurrence }) => occurrence !== undefined && (fits(occurrence) || 'unknown'),
      because: ({ occurrence }) =>
        occurrence === undefined ? 'it was a request of a client' : `the occurrence was ${occurrence}`,
      // No request makes it true, and occurrences are looked for beside the index.
      keys: [],
      hearsOccurrences: true,
    }
  },
}
