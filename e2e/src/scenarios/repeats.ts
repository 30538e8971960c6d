import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import type { SluiceTarget } from '../target.ts'

const REPEATS = 1000
const PARALLEL = 50
const PATH = '/parcels'
/** What is not the last word on a request: nobody answers, or somebody says that it is to be sent again. */
const TO_REPEAT: ReadonlySet<number> = new Set([0, 409, 502, 503, 504])

type RepeatAnswer = { status: number; text: string; isReplayed: boolean }

/** What comes of one POST that is sent a thousand times with its Idempotency-Key. */
export function describeRepeats(target: () => SluiceTarget): void {
  describe('a POST with an Idempotency-Key', () => {
    let receiver: DeliveryReceiver
    const owner = () => ownerClient({ url: target().urls[0], ownerPassword: target().ownerPassword })

    beforeAll(async () => {
      receiver = await startReceiver(target().receiver)
      await owner().json('PUT', PATH)
      for (const [name, more] of [
        ['created', ' and response-code(201)'],
        ['every', ''],
      ] as const) {
        const condition = `path('${PATH}') and method('POST')${more}`
        await owner().json('POST', '/webhooks', { name, condition, url: `${receiver.url}/${name}` })
      }
    })
    afterAll(() => receiver.close())

    /** @param loses whether its answer gets lost: nobody waits for it */
    async function post(key: string, at: number, loses = false): Promise<RepeatAnswer> {
      const { urls, ownerPassword } = target()
      const gone = new AbortController()
      try {
        const sent = fetch(`${urls[at % 2 === 0 ? 0 : 1]}${PATH}`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${btoa(`admin:${ownerPassword}`)}`,
            'content-type': 'application/json',
            'idempotency-key': `"${key}"`,
          },
          body: JSON.stringify({ key }),
          signal: gone.signal,
        })
        if (loses) setImmediate(() => gone.abort())
        const answer = await sent
        return {
          status: answer.status,
          text: await answer.text(),
          isReplayed: answer.headers.has('idempotent-replayed'),
        }
      } catch {
        return { status: 0, text: '', isReplayed: false }
      }
    }

    /** Sends the request until it has its answer. */
    async function untilAnswered(key: string, at: number): Promise<RepeatAnswer> {
      // Of each third repeat the first answer gets lost.
      await (at % 3 === 0 && post(key, at, true))
      return eventually(
        async () => {
          const answer = await post(key, at)
          return !TO_REPEAT.has(answer.status) && answer
        },
        { timeoutMs: 90_000, what: 'an answer' },
      )
    }

    async function repeatAll(key: string, onAnswered: (total: number) => void = () => {}): Promise<RepeatAnswer[]> {
      const answers: RepeatAnswer[] = []
      let next = 0
      const worker = async () => {
        while (next < REPEATS) {
          answers.push(await untilAnswered(key, next++))
          onAnswered(answers.length)
        }
      }
      await Promise.all(Array.from({ length: PARALLEL }, worker))
      return answers
    }

    const storedOf = (key: string) =>
      owner().json<{ _id: { $oid: string } }[]>('GET', `${PATH}?filter=${encodeURIComponent(JSON.stringify({ key }))}`)

    /** The ids under which a target was told of the request. */
    const toldOf = (key: string, name: string) =>
      receiver.deliveries.flatMap(({ path, body, webhookId }) =>
        path === `/${name}` && body.includes(key) ? [webhookId] : [],
      )

    /** When a later request has been told of, all events before it were judged. */
    async function settle(): Promise<void> {
      const key = randomUUID()
      for (const at of [0, 1]) {
        const last = `${key}-${at}`
        await untilAnswered(last, at + 1)
        await eventually(() => toldOf(last, 'created').length > 0, { timeoutMs: 60_000, what: 'a later delivery' })
      }
    }

    it('is one document, one event and one delivery to each target, for 1,000 repeats of which many get no answer', async () => {
      const key = randomUUID()
      const answers = await repeatAll(key)
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(await storedOf(key)).toHaveLength(1)
      await eventually(() => toldOf(key, 'created').length > 0)
      await settle()
      for (const name of ['created', 'every']) expect(toldOf(key, name)).toHaveLength(1)
    }, 180_000)

    it.each(['gateway', 'data'] as const)(
      'is one document and one delivery where the process of %s is killed in the middle of the repeats',
      async victim => {
        const key = randomUUID()
        let restarted: Promise<void> | undefined
        const crash = async () => {
          await target()[victim].kill()
          await target()[victim].start()
        }
        const answers = await repeatAll(key, total => {
          if (total === REPEATS / 4) restarted = crash()
        })
        await restarted
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(await storedOf(key)).toHaveLength(1)
        await eventually(() => toldOf(key, 'created').length > 0, { timeoutMs: 60_000, what: 'the delivery' })
        await settle()
        // After a crash a delivery may come again, under its id.
        expect(new Set(toldOf(key, 'created')).size).toBe(1)
      },
      240_000,
    )

    it('is one document where the process that writes is killed before the first answer', async () => {
      for (let round = 0; round < 3; round += 1) {
        const key = randomUUID()
        const first = Array.from({ length: PARALLEL }, (_, at) => untilAnswered(key, at))
        await target().data.kill()
        await target().data.start()
        const answers = await Promise.all(first)
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(await storedOf(key)).toHaveLength(1)
      }
    }, 240_000)
  })
}
