import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { decodeExchange } from '@sluice/contracts'
import { createRepeats } from '@sluice/service-kit'
import type { TestPlatform } from '@sluice/testkit'
import {
  GOLDEN_AT,
  GOLDEN_TRACE,
  goldenDocuments,
  goldenKey,
  goldenPost,
  goldenVersions,
  openGoldenPlatform,
  readGoldenJson,
} from '@sluice/testkit/golden'
import { z } from 'zod'
import { collectionsOf } from '../src/adapters/collections.ts'
import { documentMailAllowance } from '../src/adapters/document-mail-allowance.ts'
import { documentQuarantine } from '../src/adapters/document-quarantine.ts'
import { documentWaitingStore } from '../src/adapters/document-waiting-store.ts'
import { documentWatchStore } from '../src/adapters/document-watch-store.ts'
import { documentWebhookStore } from '../src/adapters/document-webhook-store.ts'
import { liveMailServers } from '../src/adapters/live-mail-servers.ts'
import { liveWebhooks } from '../src/adapters/live-webhooks.ts'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { storeUsage } from '../src/adapters/log/store-usage.ts'
import { recordedExchange } from '../src/domain/exchange/exchange-view.ts'
import { executionId, firstIdAt, redeliveryId } from '../src/domain/execution/execution-id.ts'
import { activeSecrets } from '../src/domain/webhook/rotate-secret.ts'
import type { LiveWebhooks } from '../src/ports/live-webhooks.ts'
import type { LogStore } from '../src/ports/log-store.ts'
import { createWebhook } from '../src/routes/create-webhook.ts'

const records = z.array(z.object({ value: z.string() }))
const at = new Date(GOLDEN_AT)
const eventId = (number: number) => `01a1f8d3-ea00-7000-8000-0000000000${number}`
/** The execution of the webhook `by-http`: what is on its way keeps the `webhook-id` that its target may have seen. */
const DELIVERED = '01a1f8d3-ea00-83d2-b087-2093e6713798'
const WAITING = '01a1f8d3-ea00-88c4-927b-3be3c6bcf3cd'
const YESTERDAYS = '01a1f3ad-8e00-7000-8000-000000000010'
const BODY = '{"item":"Käse","count":2}'

describe.each(goldenVersions())('what the dispatcher of version %s has stored', version => {
  let platform: TestPlatform
  let live: LiveWebhooks
  let log: LogStore
  beforeAll(async () => {
    platform = await openGoldenPlatform(version)
    const following = liveWebhooks(platform)
    await following.follow()
    live = following
    log = documentLogStore(platform)
  })
  afterAll(() => platform.close())

  describe('is webhooks', () => {
    it('with all that they were given', () => {
      const common = { condition: "path-prefix('/orders')", enabled: true, maxPerMinute: 600 }
      expect(live.get('by-http')).toEqual({
        ...common,
        _id: 'by-http',
        name: 'Orders',
        type: 'http',
        url: 'https://hooks.example.com/orders',
        timeout_ms: 2000,
        headers: { authorization: 'Bearer of-the-target' },
        version: 2,
        retry: { attempts: 3, schedule: [1, 60] },
        transform: { enabled: true, template: '{"id": "{{id}}"}' },
        secret: secretOf(2),
        previousSecret: secretOf(1),
        previousUntil: new Date('2026-11-21T12:00:00Z'),
        createdAt: at,
        updatedAt: at,
      })
      const to = { to: ['ann@example.com'], cc: ['bob@example.com'] }
      expect(live.get('by-mail')).toEqual({
        ...common,
        _id: 'by-mail',
        name: 'Orders by mail',
        type: 'email',
        version: 1,
        secret: secretOf(1),
        email: { ...to, subject: 'New: {{id}}', bodyType: 'html', bodyTemplate: '<p>' },
        createdAt: at,
        updatedAt: at,
      })
      expect(live.mayDeliver('by-http')).toBe(true)
    })

    const { _keptAnswers: kept } = goldenDocuments(version)
    const sinceSignatures = kept ? it : it.skip
    sinceSignatures('with a second signature', () => {
      expect(live.get('signed')).toMatchObject({
        name: 'Orders',
        signature: {
          scheme: 'standard',
          prefix: 'x-golden',
          second: {
            scheme: 'hmac-sha256',
            header: 'x-hub-signature-256',
            encoding: 'hex',
            label: 'sha256=',
            secret: 'of the receiver that moves',
          },
        },
      })
    })

    sinceSignatures('with one that has switched itself off, and was switched on', async () => {
      const rule = { disableAfter: { failures: 100, days: 5 }, contact: ['ann@example.com'] }
      expect(live.get('by-itself')).toMatchObject({ ...rule, enabled: true, switchedOnAt: at, version: 2 })
      const sequence = platform.changes.positions().webhooks ?? 0
      const versions = await documentWebhookStore(platform).versionsOf('by-itself', { first: 1, last: sequence })
      const told = versions.map(({ webhook: { enabled, autoDisabled, switchedOnAt } }) => [
        enabled,
        autoDisabled?.failures,
        switchedOnAt,
      ])
      expect(told.sort()).toEqual([
        [false, 100, undefined],
        [true, undefined, at],
      ])
    })

    sinceSignatures('of which the answer to the POST that made one is kept, with its secret', async () => {
      const stores = { live, webhooks: documentWebhookStore(platform), mailServers: liveMailServers(platform) }
      const repeats = createRepeats(platform)
      const { handle } = createWebhook({ ...stores, repeats, open: [], now: () => at })
      const answer = await handle(
        goldenPost({ number: 50, target: '/webhooks', body: { name: 'Orders' } }, goldenKey(50)),
      )
      const shown = { _id: 'signed', name: 'Orders', secret: secretOf(2) }
      expect(answer).toMatchObject({ kind: 'answer', status: 201, body: { json: shown } })
    })

    it('that sign with both secrets while one replaces the other', () => {
      expect(activeSecrets(live.get('by-http')!, at)).toEqual([secretOf(2), secretOf(1)])
    })

    it('and the versions by which events of the same time are judged', async () => {
      const [{ value } = { value: '' }] = readGoldenJson(records, version, 'bus.json')
      const decoded = decodeExchange(Buffer.from(value, 'base64'))
      const exchange = decoded.kind === 'event' ? recordedExchange(decoded.exchange) : undefined
      const judgedAt = async (sequence: number) => {
        const { matched } = await live.judgeAt(sequence, exchange!)
        return matched.map(({ webhook }) => `${webhook._id}.${webhook.version}`).sort()
      }
      expect(await Promise.all([0, 1, 2, 3, 4, 5].map(judgedAt))).toEqual([
        [],
        ['by-http.1'],
        ['by-http.2'],
        ['by-http.2', 'by-mail.1'],
        ['by-http.2', 'by-mail.1', 'gone.1'],
        ['by-http.2', 'by-mail.1'],
      ])
    })
  })

  describe('is a log', () => {
    it('of events with their bodies, wherever these are', async () => {
      const request = { state: 'captured', encoding: 'utf8', text: BODY }
      expect(await log.event(eventId(11))).toMatchObject({
        event: { id: eventId(11), at: GOLDEN_AT, principal: { id: 'ann' }, request: { path: '/orders/ä' } },
        matched: ['by-http', 'by-mail'],
        requestBody: request,
        responseBody: { state: 'captured', encoding: 'base64', text: 'iVBORwD/' },
      })
      expect(await log.event(eventId(13))).toMatchObject({ matched: [], requestBody: request })
      expect(await log.event(eventId(14))).toMatchObject({
        event: { response: { statusCode: 403 } },
        requestBody: { state: 'dropped' },
      })
      expect(await log.event(YESTERDAYS)).toMatchObject({ matched: ['by-http'], requestBody: request })
    })

    it('of deliveries by HTTP and by mail, with what was sent and answered', async () => {
      expect(executionId(eventId(11), 'by-http')).toBe(DELIVERED)
      expect(await log.execution(DELIVERED)).toMatchObject({
        webhookId: 'by-http',
        webhookVersion: 2,
        eventId: eventId(11),
        at,
        status: 'success',
        attempt: 1,
        incoming: { method: 'POST', path: '/orders/ä' },
        traceparent: GOLDEN_TRACE,
        result: {
          outgoing: { type: 'http', url: 'https://hooks.example.com/orders', body: { text: '{"id": "sent"}' } },
          response: { statusCode: 200, headers: [['x-a', 'b']], body: { text: 'answered' } },
          error: null,
        },
        attempts: [{ attempt: 1, at, status: 'success', durationMs: 40, statusCode: 200, error: null }],
      })
      expect(await log.execution(executionId(eventId(11), 'by-mail'))).toMatchObject({
        status: 'success',
        result: {
          outgoing: { type: 'email', to: ['ann@example.com'], body: { text: '<p>' } },
          response: { statusCode: 250 },
        },
      })
    })

    it('of what is to be tried again, and of what somebody asked for again', async () => {
      expect(await log.execution(WAITING)).toMatchObject({
        status: 'pending',
        claim: { by: 'dispatcher-1' },
        nextAttemptAt: new Date('2026-11-20T12:01:00Z'),
        result: { status: 'failed', error: { stage: 'response', code: 'BAD_STATUS' } },
      })
      expect(await log.execution(redeliveryId(DELIVERED, 1))).toMatchObject({
        redeliveryOf: DELIVERED,
        status: 'pending',
      })
    })

    it('of a day that is gone, as far as something had failed', async () => {
      expect(await log.execution(executionId(YESTERDAYS, 'by-http'))).toMatchObject({
        status: 'failed',
        result: { response: { statusCode: 500, body: { text: 'answered' } } },
      })
    })

    it('that is read as a list, and ends where its owner has cleared it', async () => {
      const range = { day: '20261120', from: firstIdAt(GOLDEN_AT), below: firstIdAt(GOLDEN_AT + 1), limit: 10 }
      const listed = await log.executions('by-http', range)
      const told = listed.map(row => `${row.eventId} ${row.status}`).sort()
      expect(told).toEqual([`${eventId(11)} pending`, `${eventId(11)} success`, `${eventId(12)} pending`])
      expect(await log.clearedUpTo('by-mail')).toBe(GOLDEN_AT - 86_400_000)
    })

    it('of which is known how much it takes', async () => {
      const usage = storeUsage(platform)
      const { total, refused } = await usage.add(new Map())
      expect([total > refused, refused > 0]).toEqual([true, true])
      expect(await usage.oldestOf(['bodies', 'events', 'refused'], '2026112013')).toBe('2026112012')
    })
  })

  describe('is what waits', () => {
    const later = { storeTime: () => GOLDEN_AT + 60_000, confirmTime: async () => {} }
    const claim = async (target: string) => {
      const waiting = documentWaitingStore({ ...platform, changes: later, claimant: () => 'golden' })
      const [claimed] = await waiting.claim({ webhookId: 'by-http', target }, { limit: 1, isDue: true })
      return claimed
    }

    it('to be tried again', async () => {
      expect(await claim('https://hooks.example.com:443')).toMatchObject({
        _id: WAITING,
        versionFrom: 2,
        reason: 'retry',
        body: '{"id": "sent"}',
        isJson: true,
        attempt: 2,
        isUncertain: false,
        chain: ['webhook-before'],
        attempts: [{ attempt: 1, at, status: 'failed', statusCode: 500, error: { code: 'BAD_STATUS' } }],
      })
    })

    it('of a dispatcher that died with it, as an attempt of which nobody knows more', async () => {
      expect(await claim('smtp://mail.example.com:587')).toMatchObject({
        _id: 'held',
        reason: 'full',
        subject: 'New',
        attempt: 3,
        isUncertain: true,
        opening: { _id: WAITING, status: 'pending', webhookId: 'by-http' },
      })
    })
  })

  describe('is what is kept beside', () => {
    it('a mail server with its password', async () => {
      const servers = liveMailServers(platform)
      await servers.follow(undefined)
      const { login, ...server } = servers.current()!
      const expected = {
        host: 'mail.example.com',
        port: 587,
        isSecure: false,
        from: 'sluice@example.com',
        isOwners: true,
      }
      expect(server).toEqual(expected)
      expect([login?.user, login?.password.reveal()]).toEqual(['sluice', 'the password of the mail server'])
    })

    it('how much of the allowance is used, and by which deliveries', async () => {
      const allowance = documentMailAllowance({ ...platform, limit: 50, now: () => at })
      expect(await allowance.today()).toMatchObject({ used: 2, left: 48 })
      expect(await allowance.reserve('a-delivery', 2)).toEqual({ kind: 'held' })
    })

    it('a recording', async () => {
      const until = new Date('2026-11-20T12:01:00Z')
      const recording = { _id: 'a-recording', kind: 'recording', from: at, until }
      expect(await documentWatchStore(platform).recording('a-recording')).toEqual(recording)
    })

    it('an event that could not be read, until its time has come', async () => {
      const rows = platform.store.collection(collectionsOf(platform.db).quarantine)
      const quarantine = documentQuarantine(platform)
      await quarantine.tidy(at)
      expect(await rows.count({})).toBe(1)
      await quarantine.tidy(new Date(GOLDEN_AT + 1))
      expect(await rows.count({})).toBe(0)
    })
  })
})

const secretOf = (number: number) => `whsec_${Buffer.alloc(32, number).toString('base64')}`
