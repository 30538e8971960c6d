import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { webhookHealth, webhookStats } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { z } from 'zod'
import { documentCountStore } from '../src/adapters/counts/document-count-store.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const listed = z.array(z.looseObject({ _id: z.string(), health: webhookHealth.optional() }))

await describeOnStores('what deliveries came to', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  let good: string
  let bad: string
  let silent: string

  beforeAll(async () => {
    receiver = await openReceiver((_, response, body) => {
      response.statusCode = body.includes('/bad') ? 500 : 204
      response.end()
    })
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], store: await openStore() })
    const create = async (name: string, condition: string, fields = {}) =>
      (await dispatcher.create({ name, url: receiver.url, condition, ...fields }))._id
    good = await create('good', "path('/good')")
    bad = await create('bad', "path('/bad') or path('/good')", {})
    silent = await create('silent', "path('/never')")
    await create('off', "path('/never')", { enabled: false })
    const sent = await dispatcher.send({ path: '/good' }, { path: '/good' }, { path: '/good' })
    for (const { id } of sent) await Promise.all([dispatcher.entryOf(good, id), dispatcher.entryOf(bad, id)])
    const [failing] = await dispatcher.send({ path: '/bad' })
    await dispatcher.entryOf(bad, String(failing?.id))
    await eventually(async () => (await totals('')).failed === 1)
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  const call = (target: string, rules?: object) =>
    dispatcher.client.request('GET', target, {
      ...(rules ? { user: { id: 'mia', roles: ['team'] }, permission: { id: 'narrow', rules } } : {}),
    })
  async function stats(query: string, rules?: object) {
    const { status, json } = await call(`/webhooks/stats?${query}`, rules)
    expect({ status, json }).toMatchObject({ status: 200 })
    return webhookStats.parse(json)
  }
  async function totals(query: string, rules?: object) {
    const { buckets } = await stats(query, rules)
    const sum = (field: 'success' | 'failed') => buckets.reduce((all, bucket) => all + bucket[field], 0)
    return { success: sum('success'), failed: sum('failed') }
  }
  async function health(query: string, rules?: object) {
    const { status, json, headers } = await call(`/webhooks?${query}`, rules)
    expect({ status, json }).toMatchObject({ status: 200 })
    const named = listed.parse(json).map(({ name, health: found }) => [String(name), found] as const)
    return { of: Object.fromEntries(named), total: headers['x-total-count'] }
  }

  describe('GET /webhooks/stats', () => {
    it('200: of all webhooks together, of one, and of some, by minute and by hour', async () => {
      expect(await totals('')).toEqual({ success: 6, failed: 1 })
      expect(await totals('step=1h')).toEqual({ success: 6, failed: 1 })
      expect(await totals(`webhook=${good}`)).toEqual({ success: 3, failed: 0 })
      expect(await totals(`webhook=${bad}&step=1m&from=${Date.now() - 3_600_000}`)).toEqual({ success: 3, failed: 1 })
      expect(await totals(`webhook=${good}&webhook=${bad}`)).toEqual({ success: 6, failed: 1 })
      expect(await totals(`webhook=${silent}`)).toEqual({ success: 0, failed: 0 })
    })

    it('200: buckets of the day before, each with its latencies, the empty ones too', async () => {
      const { step, buckets } = await stats('')
      expect([step, [288, 289].includes(buckets.length)]).toEqual(['5m', true])
      const full = buckets.filter(({ success }) => success > 0)
      expect(full.length).toBeGreaterThan(0)
      for (const { p50Ms, p95Ms } of full) expect(Number(p50Ms)).toBeLessThanOrEqual(Number(p95Ms))
      expect(buckets[0]).toMatchObject({ success: 0, failed: 0, pending: 0, p50Ms: null, p95Ms: null })
    })

    it('200: only of webhooks that the permission lets through; 404 for another one; 403 where it hides fields', async () => {
      const rules = { readFilter: { name: 'good' } }
      expect(await totals('', rules)).toEqual({ success: 3, failed: 0 })
      expect(await totals('', { readFilter: { name: 'nobody' } })).toEqual({ success: 0, failed: 0 })
      expect((await call(`/webhooks/stats?webhook=${bad}`, rules)).status).toBe(404)
      expect((await call('/webhooks/stats', { projectResponse: { url: 0 } })).status).toBe(403)
    })

    it.each(['step=2m', 'from=soon', 'step=1m&from=2026-01-01&to=2026-12-31', 'webhooks=a'])('400: %s', async query => {
      // The store's log goes back 30 days: by minutes that is too much.
      expect(await call(`/webhooks/stats?${query}`)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    })

    it('200: tells what waits now, by the time of its event', async () => {
      const { _id } = await dispatcher.create({
        condition: "path('/waits')",
        url: receiver.url,
        retry: { attempts: 2, schedule: [3600] },
        transform: { enabled: true, template: '/bad' },
      })
      await dispatcher.send({ path: '/waits' })
      await eventually(async () => {
        const { buckets } = await stats(`webhook=${_id}`)
        return buckets.reduce((sum, { pending }) => sum + pending, 0) === 1
      })
      const { buckets } = await stats('step=1d')
      expect(buckets.at(-1)?.pending).toBe(1)
      await dispatcher.client.request('DELETE', `/webhooks/${_id}`)
    })
  })

  describe('GET /webhooks?include=health', () => {
    it('200: how each webhook does', async () => {
      const { of } = await health('include=health')
      expect(of.good).toMatchObject({ state: 'healthy', lastStatusCode: 204, day: { success: 3, failed: 0 } })
      expect(of.bad).toMatchObject({ state: 'failing', lastStatusCode: 500, day: { success: 3, failed: 1 } })
      expect(of.bad?.since).toEqual(of.bad?.lastAt)
      expect(of.silent).toMatchObject({ state: 'idle', lastAt: null, day: { success: 0, failed: 0 } })
      expect(of.off?.state).toBe('disabled')
      expect(Number(of.bad?.share)).toBeGreaterThan(Number(of.good?.share))
      expect((await health('')).of.good).toBeUndefined()
    })

    it('200: by state, with their number', async () => {
      expect(await health('state=failing')).toEqual({ of: { bad: undefined }, total: '1' })
      expect(Object.keys((await health('state=disabled&include=health')).of)).toEqual(['off'])
      expect((await health('state=broad')).total).toBe('0')
    })

    it('200: nothing of what the permission hides, neither shown nor by state', async () => {
      const hidden = { projectResponse: { health: 0 } }
      expect((await health('include=health', hidden)).of.bad).toBeUndefined()
      expect((await health('state=failing', hidden)).total).toBe('0')
      expect((await health('state=failing', { readFilter: { name: 'good' } })).total).toBe('0')
    })

    it.each<[string, Record<string, 0 | 1>]>([
      ['hides the state', { 'health.state': 0 }],
      ['shows something else of health alone', { name: 1, 'health.day': 1 }],
      ['hides whether a webhook is enabled', { enabled: 0 }],
    ])('200: no state, neither shown nor found by, where the permission %s', async (_, projectResponse) => {
      for (const state of ['failing', 'disabled']) {
        expect((await health(`state=${state}`, { projectResponse })).total).toBe('0')
      }
      const { json } = await call('/webhooks?include=health&q=bad', { projectResponse })
      expect(json).toMatchObject([{ name: 'bad', health: { day: { success: 3, failed: 1 } } }])
      expect(json).not.toHaveProperty('0.health.state')
    })

    it('200: nor is whether a webhook is enabled told by since', async () => {
      const { json } = await call('/webhooks?include=health&q=off', { projectResponse: { enabled: 0 } })
      expect(json).toMatchObject([{ name: 'off', health: { lastAt: null } }])
      expect(json).not.toHaveProperty('0.health.since')
    })

    it.each(['include=all', 'include=', 'state=unwell'])('400: %s', async query => {
      expect(await call(`/webhooks?${query}`)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    })

    it('200: held back, while deliveries wait for their minute', async () => {
      const { _id } = await dispatcher.create({
        name: 'slow',
        condition: "path('/slow')",
        url: receiver.url,
        maxPerMinute: 1,
      })
      const [first] = await dispatcher.send({ path: '/slow' }, { path: '/slow' }, { path: '/slow' })
      await eventually(async () => (await health('state=held-back')).total === '1', { what: `${_id} ${first?.id}` })
    })
  })
})

describe('counts of a dispatcher that stops', () => {
  it('are there for the next one', async () => {
    const receiver = await openReceiver()
    const first = await openDispatcher({ allowCidrs: [receiver.cidr] })
    const { _id } = await first.create({ condition: "path('/a')", url: receiver.url })
    const [event] = await first.send({ path: '/a' })
    await first.entryOf(_id, String(event?.id))
    await first.stop()
    const { store, db } = first.platform
    const counted = await documentCountStore({ store, db }).hours([_id], [Math.floor(Number(event?.at) / 3_600_000)])
    expect(counted.map(({ counts: { success } }) => success)).toEqual([1])
    await first.platform.close()
    await receiver.close()
  })
})
