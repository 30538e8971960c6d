import { describe, expect, it } from '@jest/globals'
import { type WebhookRecord, webhookRecord } from '@sluice/contracts'
import { type Exchange, parsePredicate, testPredicate } from '@sluice/predicate'
import fc from 'fast-check'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { recordedExchange } from '../exchange/exchange-view.ts'
import { createVersionHistory } from './version-history.ts'
import { type CompiledCondition, createWebhookIndex } from './webhook-index.ts'
import { isInForce, type WebhookVersion } from './webhook-version.ts'

const CONDITIONS = ["path('/a')", "path-prefix('/a')", "method('POST')", "not path('/b')", 'response-code(2xx)', 'true']
const KEEP_ENDED = 5

/** One change of the topic: a webhook saved with this condition, enabled or not, or deleted. */
type TopicChange = { id: string; condition: string | undefined; enabled: boolean }

const change: fc.Arbitrary<TopicChange> = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  condition: fc.option(fc.constantFrom(...CONDITIONS), { nil: undefined }),
  enabled: fc.boolean(),
})
const exchange = fc
  .record({ method: fc.constantFrom('GET', 'POST'), path: fc.constantFrom('/a', '/a/1', '/b') })
  .map(({ method, path }) => recordedExchange(sampleExchange({ method, path })))

function webhook({ id, condition, enabled }: TopicChange, version: number): WebhookRecord {
  const dates = { createdAt: new Date(0), updatedAt: new Date(0) }
  const input = { name: id, condition, enabled, url: 'https://example.com/' }
  return webhookRecord.parse({ _id: id, version, secret: 'whsec_x', ...input, ...dates })
}

/** What the store holds after these changes, one per sequence from 1. */
function storeAfter(changes: readonly TopicChange[]): WebhookVersion[] {
  const versions: WebhookVersion[] = []
  changes.forEach((one, index) => {
    const sequence = index + 1
    const current = versions.find(({ until, webhook: { _id } }) => until === null && _id === one.id)
    if (current) current.until = sequence
    if (one.condition) versions.push({ from: sequence, until: null, webhook: webhook(one, sequence) })
  })
  return versions
}

/** What a reload reads: everything in force, and the last few that have ended. */
function lastOf(versions: readonly WebhookVersion[]): WebhookVersion[] {
  const ended = versions.filter(({ until }) => until !== null).sort((a, b) => (b.until ?? 0) - (a.until ?? 0))
  return [...versions.filter(({ until }) => until === null), ...ended.slice(0, KEEP_ENDED)]
}

function compile({ webhook: { condition } }: WebhookVersion): CompiledCondition {
  const parsed = parsePredicate(condition, 'condition')
  if (parsed.kind === 'parsed') return parsed.predicate
  return parsed.isWellFormed ? 'unknown' : 'malformed'
}

const isMatch = (version: WebhookVersion, seen: Exchange) => {
  const predicate = compile(version)
  return version.webhook.enabled && typeof predicate !== 'string' && testPredicate(predicate, seen)
}

const namesOf = (versions: readonly WebhookVersion[]) =>
  versions.map(({ webhook: { _id, version } }) => `${_id}.${version}`).sort()

describe('history and index of the webhooks, fed by changes', () => {
  it('find for every sequence that is covered what the store would find one by one, after any changes', () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 150 })
    fc.assert(
      fc.property(changes, fc.nat(60), exchange, (sequence, loadedAt, seen) => {
        const { history, index } = follow(sequence, Math.min(loadedAt, sequence.length))
        const all = storeAfter(sequence)
        for (let at = 0; at <= sequence.length; at += 1) {
          if (!history.covers(at)) continue
          const expected = all.filter(version => isInForce(version, at) && isMatch(version, seen))
          expect(namesOf(index.matchAt(at, seen))).toEqual(namesOf(expected))
        }
        expect(history.covers(sequence.length)).toBe(true)
        expect(namesOf(history.current())).toEqual(namesOf(all.filter(({ until }) => until === null)))
      }),
    )
  })

  it('compile each version once, however often it is read again', () => {
    const compiled: number[] = []
    const index = createWebhookIndex(version => {
      compiled.push(version.from)
      return compile(version)
    })
    const versions = storeAfter([
      { id: 'a', condition: 'true', enabled: true },
      { id: 'b', condition: 'true', enabled: true },
    ])
    index.reload(versions)
    index.replace('a', versions.slice(0, 1))
    index.reload(versions)
    expect(compiled).toEqual([1, 2])
  })

  it('leave out a condition that can not be compiled, and that one alone', () => {
    const versions = storeAfter([
      { id: 'a', condition: 'nonsense(', enabled: true },
      { id: 'b', condition: 'true', enabled: true },
    ])
    const index = createWebhookIndex(compile)
    index.reload(versions)
    expect(namesOf(index.matchAt(2, recordedExchange(sampleExchange({}))))).toEqual(['b.2'])
  })

  it('tell which versions they can not judge by, as long as these are in force, enabled and known', () => {
    const changes = [
      { id: 'a', condition: "of-a-newer-version('/orders')", enabled: true },
      { id: 'b', condition: "of-a-newer-version('/orders')", enabled: false },
      { id: 'a', condition: 'true', enabled: true },
    ]
    const index = createWebhookIndex(compile)
    index.reload(storeAfter(changes.slice(0, 2)))
    expect([1, 2, 3].map(at => namesOf(index.uncompiledAt(at)))).toEqual([['a.1'], ['a.1'], ['a.1']])
    const [ended, current] = storeAfter(changes).filter(({ webhook: { _id } }) => _id === 'a')
    index.replace('a', [ended!, current!])
    expect([2, 3].map(at => namesOf(index.uncompiledAt(at)))).toEqual([['a.1'], []])
    index.replace('a', [current!])
    expect(namesOf(index.uncompiledAt(2))).toEqual([])
  })

  it('do not ask others about a condition that no version can read: it disables its own webhook alone', () => {
    const index = createWebhookIndex(compile)
    index.reload(storeAfter([{ id: 'a', condition: "path('", enabled: true }]))
    expect(index.uncompiledAt(1)).toEqual([])
  })
})

/** Loads what is there after `loadedAt` changes, then follows the others one by one. */
function follow(sequence: readonly TopicChange[], loadedAt: number) {
  const history = createVersionHistory(KEEP_ENDED)
  const index = createWebhookIndex(compile)
  const loaded = lastOf(storeAfter(sequence.slice(0, loadedAt)))
  history.reload(loaded)
  index.reload(loaded)
  for (let at = loadedAt + 1; at <= sequence.length; at += 1) {
    const id = sequence[at - 1]?.id ?? ''
    const stored = storeAfter(sequence.slice(0, at)).filter(({ webhook: { _id } }) => _id === id)
    const held = stored.filter(({ until }) => until === null || until > history.floor())
    history.replace(id, held)
    index.replace(id, held)
  }
  return { history, index }
}
