import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { environment } from '@sluice/testkit/backends'
import type { SluiceTarget } from '../target.ts'
import { type AnsweredRequest, createWebhookWorld, type WebhookAnswer } from './webhook-world.ts'

type DailyMessage = { occurrence: string; request: { body: { webhook: { _id: string } } } }

/** Three thousand on a weekend, and on most days less, as each is a request. */
const LOST_A_DAY = environment().SLUICE_NIGHTLY === '1' ? 1_500 : 150
const AT_ONCE = 20
const SOON = { timeoutMs: 60_000 }

/** What Sluice tells of webhooks that fail for days (docs/reference/occurrences.md). */
export function describePassingDays(target: () => SluiceTarget): void {
  describe('As days pass', () => {
    const world = createWebhookWorld(target, 'days')
    let dead: WebhookAnswer
    let doomed: WebhookAnswer
    const [lost, seldom] = ['/nothing-of-the-weekend', '/nothing-of-the-doomed']
    beforeAll(async () => {
      await world.open()
      const url = gone()
      await world.makeWebhook({ condition: "sluice('webhook.*')", url: `${world.receiver().url}/told` })
      dead = await world.makeWebhook({ condition: `path('${lost}')`, url })
      const disableAfter = { failures: 20, days: 2 }
      doomed = await world.makeWebhook({ condition: `path('${seldom}')`, url, disableAfter })
    })
    afterAll(() => world.close())

    const agesBy = (hours: number) => target().agesBy?.(hours)
    const shown = (webhook = doomed) => world.owner().json<WebhookAnswer>('GET', `/webhooks/${webhook._id}`)
    const change = (webhook: WebhookAnswer, fields: object) =>
      world.owner().json<WebhookAnswer>('PATCH', `/webhooks/${webhook._id}`, fields)
    const gone = () => `${world.receiver().url}/status/410`
    const mended = () => ({ url: `${world.receiver().url}/hook` })
    const toldOf = (webhook: WebhookAnswer) =>
      world
        .receiver()
        .deliveries.filter(({ path }) => path === '/told')
        .map(({ body }): DailyMessage => JSON.parse(body))
        .filter(({ request }) => request.body.webhook._id === webhook._id)
        .map(({ occurrence }) => occurrence)
    const isTold = (webhook: WebhookAnswer, messages: number) =>
      eventually(() => toldOf(webhook).length === messages, {
        ...SOON,
        what: `message ${messages} of ${webhook.name}`,
      })

    async function send(path: string, count: number): Promise<AnsweredRequest[]> {
      const sent: AnsweredRequest[] = []
      for (let left = count; left > 0; left -= AT_ONCE) {
        const some = Array.from({ length: Math.min(left, AT_ONCE) }, () => world.send('GET', path))
        sent.push(...(await Promise.all(some)))
      }
      return sent
    }

    /** A day on which nothing gets through. */
    async function failAll(): Promise<void> {
      const before = world.receiver().deliveries.length
      await send(lost, LOST_A_DAY)
      await send(seldom, AT_ONCE)
      const isOver = () => world.receiver().deliveries.length >= before + LOST_A_DAY + AT_ONCE
      await eventually(isOver, { ...SOON, what: 'the failures of a day' })
    }

    it('a target that is dead for a weekend is three messages, not three thousand', async () => {
      await failAll()
      for (const webhook of [dead, doomed]) await isTold(webhook, 1)
      await agesBy(24)
      for (const webhook of [dead, doomed]) await isTold(webhook, 2)
      await failAll()
      await agesBy(23)
      await change(dead, mended())
      await send(lost, 1)
      await isTold(dead, 3)
      expect(toldOf(dead)).toEqual(['webhook.failing', 'webhook.failing', 'webhook.recovered'])
      const failed = world
        .receiver()
        .deliveries.filter(({ path, body }) => path === '/status/410' && body.includes(lost))
      expect(failed.length).toBeGreaterThanOrEqual(2 * LOST_A_DAY)
    }, 300_000)

    it('a webhook that may be switched off is told of before and after', async () => {
      expect(await shown()).toMatchObject({ enabled: true })
      expect(toldOf(doomed)).toEqual(['webhook.failing', 'webhook.failing'])
      await agesBy(2)
      await isTold(doomed, 3)
      // Nothing was delivered since its days are over.
      expect(await shown()).toMatchObject({ enabled: true })
      await send(seldom, 1)
      await isTold(doomed, 4)
      expect(toldOf(doomed).slice(2)).toEqual(['webhook.failing', 'webhook.disabled'])
      expect(await shown()).toMatchObject({ enabled: false, autoDisabled: {} })
    }, 120_000)

    it('and, switched on again, gets what it missed and stays on', async () => {
      const missed = await send(seldom, 3)
      const entries = await Promise.all(missed.map(exchange => world.entryOf(doomed, exchange)))
      expect(entries).toMatchObject(missed.map(() => ({ status: 'skipped', reason: 'disabled' })))
      expect(await change(doomed, { enabled: true, ...mended() })).toMatchObject({ switchedOnAt: {} })

      // Who is told of a failure from after that was looked for after that.
      const failing = await world.makeWebhook({ condition: "path('/nothing-at-all')", url: gone() })
      await send('/nothing-at-all', 1)
      await isTold(failing, 1)
      expect(await shown()).toMatchObject({ enabled: true })

      const log = `/webhooks/${doomed._id}`
      await world.owner().json('POST', `${log}/logs/${entries[0]?._id}/redeliver`)
      const delivered = () =>
        world.receiver().deliveries.filter(({ path, body }) => path === '/hook' && body.includes(seldom))
      await eventually(() => delivered().length === 1, SOON)
      const many = () => world.owner().json('POST', `${log}/redeliver`, { status: 'skipped' })
      expect(await many()).toMatchObject({ matched: 2, redelivered: 2 })
      await eventually(() => delivered().length === 3, SOON)
      const ids = new Set(delivered().map(({ webhookId }) => webhookId))
      expect(ids).toEqual(new Set(entries.map(({ _id }) => _id)))
      await eventually(async () => expect(await many()).toMatchObject({ matched: 0 }), SOON)
      expect(await shown()).toMatchObject({ enabled: true })
      expect(toldOf(doomed)).toHaveLength(4)
    }, 120_000)
  })
}
