import { describe, expect, it } from '@jest/globals'
import { type WebhookRecord, webhookRecord } from '@sluice/contracts'
import fc from 'fast-check'
import { createVersionHistory } from './version-history.ts'
import { isInForce, type WebhookVersion } from './webhook-version.ts'

function webhook(id: string, version: number): WebhookRecord {
  const dates = { createdAt: new Date(0), updatedAt: new Date(0) }
  const input = { name: id, condition: 'true', url: 'https://example.com/' }
  return webhookRecord.parse({ _id: id, version, secret: 'whsec_x', ...input, ...dates })
}

/** What the store holds after these changes, one per sequence from 1: the id that was saved, or deleted with a `-`. */
function storeAfter(changes: readonly string[]): WebhookVersion[] {
  const versions: WebhookVersion[] = []
  changes.forEach((change, index) => {
    const sequence = index + 1
    const id = change.replace('-', '')
    const current = versions.find(({ until, webhook: { _id } }) => until === null && _id === id)
    if (current) current.until = sequence
    if (!change.startsWith('-')) versions.push({ from: sequence, until: null, webhook: webhook(id, sequence) })
  })
  return versions
}

const namesAt = (versions: readonly WebhookVersion[]) =>
  versions.map(({ webhook: { _id, version } }) => `${_id}.${version}`).sort()

describe('the history of webhook versions', () => {
  it('judges every stamp that it covers as the store would, after any changes', () => {
    const changes = fc.array(fc.constantFrom('a', 'b', 'c', '-a', '-b', '-c'), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(changes, fc.nat(60), (sequence, loadedAt) => {
        const history = createVersionHistory(5)
        const start = Math.min(loadedAt, sequence.length)
        history.reload(newestFirst(storeAfter(sequence.slice(0, start)), 5))
        for (let at = start + 1; at <= sequence.length; at += 1) {
          const id = (sequence[at - 1] ?? '').replace('-', '')
          const stored = storeAfter(sequence.slice(0, at)).filter(({ webhook: { _id } }) => _id === id)
          history.replace(
            id,
            stored.filter(({ until }) => until === null || until > history.floor()),
          )
        }
        const all = storeAfter(sequence)
        for (let stamp = 0; stamp <= sequence.length; stamp += 1) {
          if (!history.covers(stamp)) continue
          expect(namesAt(history.inForceAt(stamp))).toEqual(namesAt(all.filter(version => isInForce(version, stamp))))
        }
        expect(history.covers(sequence.length)).toBe(true)
        expect(namesAt(history.current())).toEqual(namesAt(all.filter(({ until }) => until === null)))
      }),
    )
  })

  /** What a reload reads: everything in force, and the last few that have ended. */
  function newestFirst(versions: readonly WebhookVersion[], limit: number): WebhookVersion[] {
    const ended = versions.filter(({ until }) => until !== null).sort((a, b) => (b.until ?? 0) - (a.until ?? 0))
    return [...versions.filter(({ until }) => until === null), ...ended.slice(0, limit)]
  }
})
