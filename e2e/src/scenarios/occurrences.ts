import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'
import { createWebhookWorld } from './webhook-world.ts'

type ToldMessage = { occurrence?: string; request: { body: { webhook: { _id: string }; lastEntry: { _id: string } } } }
type RedeliveryAnswer = { matched: number; redelivered: number }

/** What Sluice tells of itself (docs/reference/occurrences.md): by webhooks, by mails, and what was missed. */
export function describeOccurrences(target: () => SluiceTarget): void {
  describe('What Sluice tells', () => {
    const world = createWebhookWorld(target, 'occurrences')
    beforeAll(() => world.open())
    afterAll(() => world.close())

    it('once, and to the contacts, that a webhook fails; and that it delivers again', async () => {
      const path = await world.makeCollection()
      const at = (place: string) => `${world.receiver().url}${place}`
      const contact = [`${world.unique('ann')}@example.com`]
      await world.makeWebhook({ condition: "sluice('webhook.failing', 'webhook.recovered')", url: at('/told') })
      const failing = await world.makeWebhook({ condition: `path('${path}')`, url: at('/status/503'), contact })
      const toldOf = () =>
        world
          .receiver()
          .deliveries.filter(delivery => delivery.path === '/told')
          .map(({ body }): ToldMessage => JSON.parse(body))
          .filter(({ request }) => request.body.webhook._id === failing._id)
      const entry = await world.entryOf(failing, await world.send('GET', path))
      await eventually(() => toldOf().length > 0, { timeoutMs: 60_000 })
      expect(toldOf()).toMatchObject([
        { occurrence: 'webhook.failing', request: { body: { lastEntry: { _id: entry._id } } } },
      ])
      const isMailed = () => target().mail.mails.some(({ recipients }) => recipients.includes(String(contact[0])))
      await eventually(isMailed, { timeoutMs: 60_000 })

      await world.owner().json('PATCH', `/webhooks/${failing._id}`, { url: at('/hook') })
      await world.entryOf(failing, await world.send('GET', path))
      await eventually(() => toldOf().length === 2, { timeoutMs: 60_000 })
      expect(toldOf().map(({ occurrence }) => occurrence)).toEqual(['webhook.failing', 'webhook.recovered'])
    }, 180_000)

    it('nothing that a request could forge', async () => {
      const hears = await world.makeWebhook({ condition: "sluice('*')" })
      const forged = await world.send('POST', '/_sluice/webhook.failing', { body: { occurrence: 'webhook.failing' } })
      expect(forged.status).toBeGreaterThanOrEqual(400)
      expect(await world.entryOf(hears, forged)).toMatchObject({ status: 'skipped' })
    })

    it('what a webhook missed while it was off is delivered again, alone and by a filter', async () => {
      const path = await world.makeCollection()
      await world.makeWebhook({ condition: `path('${path}')` })
      const off = await world.makeWebhook({ condition: `path('${path}')`, enabled: false })
      const missed = [await world.send('GET', path), await world.send('GET', path)] as const
      const [first, second] = await Promise.all(missed.map(exchange => world.entryOf(off, exchange)))
      const isDelivered = (entry: { _id: string } | undefined) =>
        world.receiver().deliveries.some(({ webhookId }) => webhookId === entry?._id)
      expect(first).toMatchObject({ status: 'skipped', reason: 'disabled' })
      await world.owner().json('PATCH', `/webhooks/${off._id}`, { enabled: true })
      await world.owner().json('POST', `/webhooks/${off._id}/logs/${first?._id}/redeliver`)
      await eventually(() => isDelivered(first))
      const many = await world
        .owner()
        .json<RedeliveryAnswer>('POST', `/webhooks/${off._id}/redeliver`, { status: 'skipped' })
      expect(many).toMatchObject({ matched: 1, redelivered: 1 })
      await eventually(() => isDelivered(second))
    }, 120_000)
  })
}
