import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'

type WatchRecording = {
  _id: string
  state: string
  secondsLeft: number
  events: { incomingRequest: { method: string; path: string; body: { text: string } } }[]
  suggestions: { condition: string; variables: string[] }[]
}

/** To be run before there is a webhook: only what watches makes events wanted. */
export function describeWatching(target: () => SluiceTarget): void {
  describe('watching, without any webhook', () => {
    let owner: HttpClient
    let other: HttpClient
    beforeAll(() => {
      const { urls, ownerPassword } = target()
      owner = ownerClient({ url: urls[0], ownerPassword })
      other = ownerClient({ url: urls[1], ownerPassword })
    })

    it('tells a live tail at one gateway what another gateway has served', async () => {
      const tail = await openTail(target())
      expect(tail.type).toBe('text/event-stream')
      await eventually(async () => {
        await other.json('GET', '/airports')
        return /"path":"\/airports"/.test(tail.text())
      })
      expect(tail.text()).not.toContain('/events/tail')
      tail.leave()
    }, 60_000)

    it('keeps in a recording what any gateway serves, and says what a webhook on it could be', async () => {
      const { _id } = await owner.json<WatchRecording>('POST', '/webhooks/recordings')
      // The recording was begun at one gateway: another one records from the moment at which it has heard of it.
      await eventually(async () => {
        await other.json('GET', '/airports')
        return (await other.json<WatchRecording>('GET', `/webhooks/recordings/${_id}`)).events.length > 0
      })
      // There is no such document: a request that is refused is an exchange too.
      for (const number of [7, 8]) await other.status('PUT', `/routes/${number}`, { origin: 'SFO', number })
      const recording = await eventually(async () => {
        const shown = await other.json<WatchRecording>('GET', `/webhooks/recordings/${_id}`)
        return shown.events.filter(({ incomingRequest }) => incomingRequest.method === 'PUT').length === 2 && shown
      })
      expect(recording.state).toBe('running')
      expect(recording.secondsLeft).toBeGreaterThan(0)
      const bodies = recording.events.map(({ incomingRequest }) => incomingRequest.body.text)
      expect(bodies).toContain('{"origin":"SFO","number":7}')
      const suggested = recording.suggestions.find(({ condition }) => condition.includes("method('PUT')"))
      expect(suggested?.condition).toBe("path-template('/routes/{id}') and method('PUT')")
      expect(suggested?.variables).toContain('request.body.origin')
      const check = { condition: suggested?.condition }
      const { recent } = await owner.json<{ recent: { matched: number } }>('POST', '/webhooks/conditions/check', check)
      expect(recent.matched).toBe(2)
    }, 60_000)
  })
}

/** Reads the live tail of all exchanges at the first gateway. */
async function openTail({ urls, ownerPassword }: SluiceTarget) {
  const leaving = new AbortController()
  const headers = { authorization: `Basic ${btoa(`admin:${ownerPassword}`)}` }
  const response = await fetch(`${urls[0]}/events/tail`, { headers, signal: leaving.signal })
  let text = ''
  const read = async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  }
  // What it says when it is left is no fault.
  read().catch(() => {})
  return { type: response.headers.get('content-type'), text: () => text, leave: () => leaving.abort() }
}
