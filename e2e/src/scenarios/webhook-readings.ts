import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type HttpClient, ownerClient, userClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import type { LogEntryAnswer } from './webhook-log.ts'
import { type AnsweredRequest, createWebhookWorld, type WebhookAnswer } from './webhook-world.ts'

type LogPageAnswer = { items: (LogEntryAnswer & { webhookId: string })[]; next: string | null }
type StatsAnswer = { buckets: { success: number; failed: number; pending: number }[] }
type HealthAnswer = { _id: string; health: { state: string; lastStatusCode: number | null } }
type EventPageAnswer = { items: { _id: string; matched: string[] }[]; next: string | null }
type EventAnswer = {
  incomingRequest: { headers: Record<string, string>; body: { text: string } }
  webhooks: { webhookId: string; status: string; summary: string; entries: { webhookId: string }[] }[]
}

/**
 * What webhooks have done, as it is read: the log of all, counts, health and events. Two exchanges are looked at by every
 * test, through the gateway that has not served them.
 */
export function describeWebhookReadings(target: () => SluiceTarget): void {
  describe('what webhooks have done', () => {
    const world = createWebhookWorld(target, 'webhook-readings')
    let reader: HttpClient
    let fine: WebhookAnswer
    let broken: WebhookAnswer
    let deaf: WebhookAnswer
    let path: string
    let sent: AnsweredRequest[]

    beforeAll(async () => {
      await world.open()
      const { urls, ownerPassword } = target()
      reader = ownerClient({ url: urls[1], ownerPassword })
      path = await world.makeCollection()
      const condition = `path('${path}')`
      fine = await world.makeWebhook({ condition })
      broken = await world.makeWebhook({ condition, url: `${world.receiver().url}/status/500` })
      deaf = await world.makeWebhook({ condition: `${condition} and method('DELETE')` })
      sent = [await world.send('POST', path, { body: { a: 1 } }), await world.send('GET', path)]
      for (const exchange of sent) await Promise.all([fine, broken].map(each => world.entryOf(each, exchange)))
      // A webhook is live at this gateway at once, and at the other one a moment later.
      await eventually(async () => (await reader.status('GET', `/webhooks/${deaf._id}`)) === 200)
    }, 60_000)
    afterAll(() => world.close())

    const own = () => `webhook=${fine._id}&webhook=${broken._id}`
    const sum = ({ buckets }: StatsAnswer, what: 'success' | 'failed' | 'pending') =>
      buckets.reduce((all, bucket) => all + bucket[what], 0)

    it('stands in one log of all webhooks, page by page', async () => {
      const seen: string[] = []
      for (let cursor = ''; seen.length < 10; ) {
        const page = await reader.json<LogPageAnswer>('GET', `/webhooks/logs?${own()}&limit=1${cursor}`)
        seen.push(...page.items.map(({ webhookId, status }) => `${status} ${webhookId}`))
        if (page.next === null) break
        cursor = `&cursor=${page.next}`
      }
      const [ok, bad] = [`success ${fine._id}`, `failed ${broken._id}`]
      expect(seen.toSorted()).toEqual([bad, bad, ok, ok])
      const failed = await reader.json<LogPageAnswer>('GET', `/webhooks/logs?${own()}&status=failed&path=${path}`)
      expect(failed.items.map(({ webhookId }) => webhookId)).toEqual([broken._id, broken._id])
    })

    it('is found by the event: the newest first, and of each what every webhook did', async () => {
      const found = await reader.json<EventPageAnswer>('GET', `/events?path=${path}&user=admin&status=2xx&limit=2`)
      expect(found.items.map(({ _id }) => _id)).toEqual(sent.map(({ eventId }) => eventId).toReversed())
      const written = await reader.json<EventPageAnswer>('GET', `/events?path=${path}&method=post`)
      expect(written.items.map(({ _id, matched }) => [_id, matched.toSorted()])).toEqual([
        [sent[0]?.eventId, [fine._id, broken._id].toSorted()],
      ])
      const event = await reader.json<EventAnswer>('GET', `/events/${sent[0]?.eventId}`)
      const told = new Map(event.webhooks.map(each => [each.webhookId, each]))
      expect(told.get(fine._id)?.status).toBe('success')
      expect(told.get(broken._id)).toMatchObject({ status: 'failed', entries: [{ webhookId: broken._id }] })
      expect(told.get(deaf._id)?.status).toBe('skipped')
      expect(told.get(deaf._id)?.summary).toContain('the method was POST')
      expect(event.incomingRequest.headers.authorization).toBe('[redacted]')
      expect(event.incomingRequest.body.text).toBe('{"a":1}')
    })

    it('is pending for as long as a delivery is under way', async () => {
      const place = await world.makeCollection()
      const url = `${world.receiver().url}/hang/readings`
      const slow = await world.makeWebhook({ condition: `path('${place}')`, url, timeout_ms: 30_000 })
      const exchange = await world.send('GET', place)
      const isTold = (status: string) => async () => {
        if ((await reader.status('GET', `/events/${exchange.eventId}`)) !== 200) return false
        const { webhooks } = await reader.json<EventAnswer>('GET', `/events/${exchange.eventId}`)
        return webhooks.some(each => each.webhookId === slow._id && each.status === status)
      }
      await eventually(isTold('pending'))
      await eventually(() => world.receiver().held() > 0)
      world.receiver().release()
      await eventually(isTold('success'))
    })

    it('is told to nobody whom no permission lets in, nor to whom one narrows', async () => {
      const name = world.unique('reader')
      await reader.json('POST', '/users', { _id: name, password: 'the sky is not the limit', roles: [name] })
      const somebody = userClient(target().urls[1], { name, password: 'the sky is not the limit' })
      const places = ['/events', `/events/${sent[0]?.eventId}`, '/webhooks/logs', '/webhooks/stats']
      const answers = () => Promise.all(places.map(place => somebody.status('GET', place)))
      await eventually(async () => (await somebody.status('GET', '/whoami')) === 200)
      expect(await answers()).toEqual([403, 403, 403, 403])
      const predicate = "path-prefix('/events') or path-prefix('/webhooks')"
      const permission = { _id: name, roles: [name], predicate, mongo: { readFilter: { name: broken.name } } }
      await reader.json('POST', '/acl', permission)
      await eventually(async () => (await somebody.status('GET', '/webhooks/logs')) === 200)
      expect(await answers()).toEqual([403, 403, 200, 200])
      const { items } = await somebody.json<LogPageAnswer>('GET', '/webhooks/logs')
      expect(new Set(items.map(({ webhookId }) => webhookId))).toEqual(new Set([broken._id]))
      for (const removed of [`/acl/${name}`, `/users/${name}`]) await reader.status('DELETE', removed)
    })

    it('is counted once, and told as the health of each', async () => {
      const stats = (webhook: WebhookAnswer, by: HttpClient) =>
        by.json<StatsAnswer>('GET', `/webhooks/stats?step=1h&webhook=${webhook._id}`)
      // Each dispatcher writes what it has counted every few seconds.
      await eventually(async () => {
        const [good, bad] = await Promise.all([stats(fine, reader), stats(broken, reader)])
        return sum(good, 'success') === 2 && sum(bad, 'failed') === 2
      })
      const again = await stats(fine, world.owner())
      expect([sum(again, 'success'), sum(again, 'failed'), sum(again, 'pending')]).toEqual([2, 0, 0])
      const failing = `/webhooks?include=health&state=failing&q=${broken.name}`
      expect(await reader.json<HealthAnswer[]>('GET', failing)).toMatchObject([
        { _id: broken._id, health: { state: 'failing', lastStatusCode: 500 } },
      ])
    })
  })
}
