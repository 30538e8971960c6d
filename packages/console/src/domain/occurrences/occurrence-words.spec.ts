import { describe, expect, it } from '@jest/globals'
import { exchangeOf, OCCURRENCE_NAMES, parsePredicate, testPredicate } from '@sluice/predicate'
import {
  namedOccurrences,
  OCCURRENCE_PATTERNS,
  OCCURRENCE_WORDS,
  toldView,
  typedOccurrence,
} from './occurrence-words.ts'

const told = (occurrence: string) =>
  exchangeOf({
    method: 'POST',
    path: `/_sluice/${occurrence}`,
    queryString: '',
    headers: { getAll: () => [] },
    user: null,
    remoteAddress: '127.0.0.1',
    isSecure: false,
    occurrence,
    requestBody: () => undefined,
  })

describe('what Sluice tells, in a condition', () => {
  it('is named by the words that there are, each once', () => {
    expect(OCCURRENCE_WORDS.map(({ name }) => name).sort()).toEqual([...OCCURRENCE_NAMES].sort())
    for (const { name } of [...OCCURRENCE_WORDS, ...OCCURRENCE_PATTERNS])
      expect(parsePredicate(`sluice('${name}')`, 'condition')).toMatchObject({ kind: 'parsed' })
  })

  it.each([
    ["sluice('", ''],
    ["sluice('webhook.f", 'webhook.f'],
    ['path("/a") or sluice("mail-al', 'mail-al'],
    ["sluice( 'webhook.failing' , 'key.", 'key.'],
    ["sluice(name={'key.leaked', '", ''],
  ])('is typed at the end of %s', (before, typed) => {
    expect(typedOccurrence(before)).toBe(typed)
  })

  it.each(["path('web", "sluice('key.leaked')", "sluice('key.leaked') and path('", "no-sluice('", 'sluice'])(
    'is not typed at the end of %s',
    before => {
      expect(typedOccurrence(before)).toBeUndefined()
    },
  )

  it.each([
    "sluice('webhook.*')",
    "sluice('webhook.failing', 'key.leaked') or path('/a')",
    "path('/a') or sluice(\"store.*\") or sluice('key.expiring')",
    "sluice('*')",
    "path('/a')",
  ])('is what the condition hears of: %s', condition => {
    const parsed = parsePredicate(condition, 'condition')
    const heard = OCCURRENCE_NAMES.filter(
      occurrence => parsed.kind === 'parsed' && testPredicate(parsed.predicate, told(occurrence)),
    )
    expect([...namedOccurrences(condition)].sort()).toEqual([...heard].sort())
  })

  it('is not what a text only looks like', () => {
    expect(namedOccurrences("path('/sluice')")).toEqual([])
    expect(namedOccurrences("sluice('webhook.fails')")).toEqual([])
  })

  it('has a text, a webhook and its last entry for templates', () => {
    expect(toldView('webhook.failing', 'Tell the team')).toMatchObject({
      occurrence: 'webhook.failing',
      webhook: { name: 'Tell the team' },
      request: { body: { text: expect.stringContaining('webhook.failing'), lastEntry: { error: 'STATUS_NOT_2XX' } } },
    })
  })
})
