import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { httpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import type { SluiceTarget } from '../target.ts'

const REPEATS = 1000
/** Requests that are under way when the process dies. */
const FIRST = 50
/** What is not the last word on a request: nobody answers, or somebody says that it is to be sent again. */
const TO_REPEAT: ReadonlySet<number> = new Set([0, 409, 502, 503, 504])
const REPEATER = { name: 'repeater', password: 'says it a thousand times' }

type RepeatAnswer = { status: number; text: string; isReplayed: boolean }

/** What is made by POST: where, by whom, of what body, and which process has to die in the middle of it. */
type RepeatedResource = {
  path: string
  by: 'owner' | 'repeater'
  bodyOf(key: string): object
  victim: 'data' | 'keys' | 'apps' | 'dispatcher'
}

const PARCELS: RepeatedResource = { path: '/parcels', by: 'owner', bodyOf: key => ({ key }), victim: 'data' }

const OTHERS: readonly RepeatedResource[] = [
  {
    path: '/users',
    by: 'owner',
    bodyOf: key => ({ _id: `u-${key}`, password: REPEATER.password, roles: [] }),
    victim: 'data',
  },
  {
    path: '/acl',
    by: 'owner',
    bodyOf: key => ({ description: key, predicate: "path('/nowhere')", roles: ['nobody'] }),
    victim: 'data',
  },
  {
    path: '/gql-apps',
    by: 'owner',
    bodyOf: key => ({
      descriptor: { name: key, enabled: true, uri: `app-${key}` },
      schema: 'type Parcel { key: String } type Query { parcels: [Parcel] }',
      mappings: { Query: { parcels: { db: 'sluice', collection: 'parcels', find: { key: { $gt: '' } } } } },
    }),
    victim: 'apps',
  },
  {
    path: '/keys',
    by: 'repeater',
    bodyOf: key => ({ name: key, roles: ['flight-reader'], expiresIn: 7 }),
    victim: 'keys',
  },
  {
    path: '/webhooks',
    by: 'owner',
    bodyOf: key => ({ name: key, condition: "path('/nowhere')", url: 'https://hooks.example.com/x' }),
    victim: 'dispatcher',
  },
]

/** What comes of one POST that is sent a thousand times with its Idempotency-Key. */
export function describeRepeats(target: () => SluiceTarget): void {
  describe('a POST with an Idempotency-Key', () => {
    let receiver: DeliveryReceiver
    const owner = () => ownerClient({ url: target().urls[0], ownerPassword: target().ownerPassword })
    const passwordOf = (by: RepeatedResource['by']) =>
      by === 'owner' ? `admin:${target().ownerPassword}` : `${REPEATER.name}:${REPEATER.password}`
    const headersOf = ({ by }: RepeatedResource, key: string) => ({
      authorization: `Basic ${btoa(passwordOf(by))}`,
      'content-type': 'application/json',
      'idempotency-key': `"${key}"`,
    })

    beforeAll(async () => {
      receiver = await startReceiver(target().receiver)
      await owner().json('PUT', PARCELS.path)
      await owner().json('POST', '/users', { _id: REPEATER.name, password: REPEATER.password, roles: ['crew'] })
      const paths = [PARCELS, ...OTHERS].map(({ path }) => `path('${path}')`).join(' or ')
      for (const [name, more] of [
        ['created', ' and response-code(201)'],
        ['every', ''],
      ] as const) {
        const condition = `(${paths}) and method('POST')${more}`
        await owner().json('POST', '/webhooks', { name, condition, url: `${receiver.url}/${name}` })
      }
    })
    afterAll(() => receiver.close())

    type SentRepeat = { of?: RepeatedResource; key: string; at: number }

    /** @param loses whether its answer gets lost: nobody waits for it */
    async function post({ of = PARCELS, key, at }: SentRepeat, loses = false): Promise<RepeatAnswer> {
      const gone = new AbortController()
      try {
        const sent = fetch(`${target().urls[at % 2 === 0 ? 0 : 1]}${of.path}`, {
          method: 'POST',
          headers: headersOf(of, key),
          body: JSON.stringify(of.bodyOf(key)),
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
    async function untilAnswered(sending: SentRepeat): Promise<RepeatAnswer> {
      // Of each third repeat the first answer gets lost.
      await (sending.at % 3 === 0 && post(sending, true))
      return eventually(
        async () => {
          const answer = await post(sending)
          return !TO_REPEAT.has(answer.status) && answer
        },
        { timeoutMs: 90_000, what: 'an answer' },
      )
    }

    /** Sends it a thousand times at once. @param onAnswered is told how many have their answer */
    function repeatAll(sending: Omit<SentRepeat, 'at'>, onAnswered: (total: number) => void = () => {}) {
      let total = 0
      return Promise.all(
        Array.from({ length: REPEATS }, async (_, at) => {
          const answer = await untilAnswered({ ...sending, at })
          total += 1
          onAnswered(total)
          return answer
        }),
      )
    }

    /** The same, while a process is killed that comes again. */
    async function repeatThroughCrash(sending: Omit<SentRepeat, 'at'>, victim: RepeatedResource['victim'] | 'gateway') {
      const crash = async () => {
        await target()[victim].kill()
        await target()[victim].start()
      }
      let restarted: Promise<void> | undefined
      const answers = await repeatAll(sending, total => {
        if (total === REPEATS / 4) restarted = crash()
      })
      await restarted
      return answers
    }

    const storedOf = (key: string) =>
      owner().json<{ _id: { $oid: string } }[]>(
        'GET',
        `${PARCELS.path}?filter=${encodeURIComponent(JSON.stringify({ key }))}`,
      )

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
        await untilAnswered({ key: last, at: at + 1 })
        await eventually(() => toldOf(last, 'created').length > 0, { timeoutMs: 60_000, what: 'a later delivery' })
      }
    }

    it('is one document, one event and one delivery to each target, for 1,000 repeats of which many get no answer', async () => {
      const key = randomUUID()
      const answers = await repeatAll({ key })
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
        const answers = await repeatThroughCrash({ key }, victim)
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
        const first = Array.from({ length: FIRST }, (_, at) => untilAnswered({ key, at }))
        await target().data.kill()
        await target().data.start()
        const answers = await Promise.all(first)
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(await storedOf(key)).toHaveLength(1)
      }
    }, 240_000)

    it.each(OTHERS)(
      'to $path makes one, and is told once, where answers get lost and the process of $victim is killed',
      async of => {
        const key = randomUUID()
        const answers = await repeatThroughCrash({ of, key }, of.victim)
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(answers[0]).toMatchObject({ status: 201, text: expect.stringContaining(key) })
        // Looked at by the description of the API, as everything else that is answered.
        const again = httpClient(target().urls[1], undefined, headersOf(of, key))
        expect(await again.text('POST', of.path, of.bodyOf(key))).toBe(answers[0]?.text)
        const { authorization } = headersOf(of, key)
        const listed = await httpClient(target().urls[0], authorization).json('GET', `${of.path}?pagesize=1000`)
        expect((listed as object[]).filter(item => JSON.stringify(item).includes(key))).toHaveLength(1)
        await eventually(() => toldOf(key, 'created').length > 0, { timeoutMs: 60_000, what: 'the delivery' })
        await settle()
        expect(new Set(toldOf(key, 'created')).size).toBe(1)
      },
      240_000,
    )

    it('is no repeat by the word of its sender', async () => {
      const key = randomUUID()
      const { headers: ofAnother } = await owner().answer('POST', PARCELS.path, {})
      const forged = { 'x-sluice-repeat': `kept ${ofAnother.get('x-request-id')}`, 'idempotent-replayed': 'true' }
      const client = httpClient(target().urls[0], undefined, { ...headersOf(PARCELS, key), ...forged })
      const { status, headers } = await client.answer('POST', PARCELS.path, PARCELS.bodyOf(key))
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null])
      await eventually(() => toldOf(key, 'created').length > 0)
      const event = await owner().json('GET', `/events/${headers.get('x-request-id')}`)
      expect(event).not.toHaveProperty('repeat')
    })

    it('has one key: two headers are refused', async () => {
      const key = randomUUID()
      const twice = { ...headersOf(PARCELS, key), 'idempotency-key': [`"${key}"`, `"${key}"`] }
      const asked = request(`${target().urls[0]}${PARCELS.path}`, { method: 'POST', headers: twice })
      asked.end(JSON.stringify(PARCELS.bodyOf(key)))
      const [answer] = await once(asked, 'response')
      expect([answer.statusCode, await text(answer)]).toEqual([400, expect.stringContaining('Idempotency-Key')])
      expect(await storedOf(key)).toEqual([])
    })
  })
}
