type OccurrenceWord = { name: string; says: string }

/** What Sluice tells of itself, as conditions name it. */
export const OCCURRENCE_WORDS: readonly OccurrenceWord[] = [
  { name: 'webhook.failing', says: 'each delivery of a webhook fails' },
  { name: 'webhook.held-back', says: 'deliveries of a webhook wait' },
  { name: 'webhook.recovered', says: 'a webhook delivers again' },
  { name: 'webhook.disabled', says: 'a webhook has switched itself off' },
  { name: 'key.expiring', says: 'an API key ends soon' },
  { name: 'key.leaked', says: 'an API key was reported as leaked' },
  { name: 'mail-allowance.used-up', says: 'no mail is left for today' },
  { name: 'store.budget-near', says: 'events and logs fill the store' },
]

/** Names for several at once. */
export const OCCURRENCE_PATTERNS: readonly OccurrenceWord[] = [
  { name: 'webhook.*', says: 'all of webhooks' },
  { name: 'key.*', says: 'all of API keys' },
  { name: '*', says: 'all' },
]

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g
/** The call up to the text that is being typed. */
const CALL = /(?<![\w-])sluice\s*\(\s*(?:name\s*=\s*)?\{?\s*(?:(?:'[^']*'|"[^"]*")\s*,\s*)*['"]([\w.*-]*)$/
const CALLS = /(?<![\w-])sluice\s*\(([^)]*)\)/g

/** What is typed of an occurrence at the end of a condition; undefined where none is typed there. */
export const typedOccurrence = (before: string): string | undefined => CALL.exec(before)?.[1]

/** The occurrences that a condition names. */
export function namedOccurrences(condition: string): readonly string[] {
  const calls = [...condition.matchAll(CALLS)].flatMap(([, texts = '']) => texts.match(TEXT) ?? [])
  const named = calls.map(text => text.slice(1, -1))
  const fits = (name: string) =>
    named.some(one => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
  return OCCURRENCE_WORDS.map(({ name }) => name).filter(fits)
}

/** A made-up occurrence as a template sees it, in the form of those that are told. @param hook the name of the webhook that hears it */
export function toldView(occurrence: string, hook: string): Readonly<Record<string, unknown>> {
  const at = '2026-01-01T00:00:00.000Z'
  const entry = { _id: '01a20723-e885-7337-b942-67e055edc8cb', at }
  const body = {
    occurrence,
    text: `This is a sample of what Sluice tells by ${occurrence}.`,
    at,
    since: at,
    state: occurrence.split('.')[1],
    webhook: { _id: 'example', name: 'example', type: 'http' },
    figures: { failures: 3, waiting: 0, day: { success: 39, failed: 3 } },
    firstEntry: entry,
    lastEntry: { ...entry, statusCode: 503, error: 'STATUS_NOT_2XX' },
  }
  return {
    id: 'preview',
    timestamp: at,
    service: { id: 'sluice' },
    webhook: { id: 'preview', name: hook },
    occurrence,
    request: { method: 'POST', path: `/_sluice/${occurrence}`, query: '', headers: {}, body },
    response: null,
    principal: { id: null, roles: [], via: 'none' },
  }
}
