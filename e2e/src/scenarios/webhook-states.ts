import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { z } from 'zod'
import { ownerClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { createWebhookWorld } from './webhook-world.ts'

/** The sentences of the specification about the states of webhooks and of their plugin: 2.4 and 3. */
export function describeWebhookStates(target: () => SluiceTarget): void {
  describe('3 States and transitions of webhooks', () => {
    const world = createWebhookWorld(target, 'webhook-states')
    const patch = (id: string, change: object) => world.owner().json('PATCH', `/webhooks/${id}`, change)

    beforeAll(() => world.open())
    afterAll(() => world.close())

    it('Disable: "Keeps configuration, does not fire"; Enable: "Fires on matching requests"', async () => {
      const path = await world.makeCollection()
      const fields = {
        condition: `path('${path}')`,
        timeout_ms: 7000,
        headers: { 'x-tenant-id': '7' },
        transform: { enabled: true, template: '{{id}}' },
      }
      const webhook = await world.makeWebhook(fields)
      const { _id, name } = webhook
      await patch(_id, { enabled: false })
      expect(await world.owner().json('GET', `/webhooks/${_id}`)).toMatchObject({ ...fields, name, enabled: false })
      await world.send('GET', path)
      await patch(_id, { enabled: true })
      expect(await world.owner().json('GET', `/webhooks/${_id}`)).toMatchObject({ ...fields, name, enabled: true })
      const exchange = await world.send('GET', path)
      expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
      expect(world.receiver().deliveries.map(({ body }) => body)).toEqual([exchange.eventId])
    })

    it('"A disabled webhook keeps its configuration and never fires.", also one that was never enabled', async () => {
      const path = await world.makeCollection()
      const condition = `path('${path}')`
      const url = `${world.receiver().url}/never`
      await world.makeWebhook({ condition, url, enabled: false })
      const other = await world.makeWebhook({ condition })
      expect(await world.entryOf(other, await world.send('GET', path))).toMatchObject({ status: 'success' })
      expect(world.receiver().deliveries.filter(delivery => delivery.path === '/never')).toEqual([])
    })

    it('Delete: "Permanent"', async () => {
      const path = await world.makeCollection()
      const url = `${world.receiver().url}/deleted`
      const condition = `path('${path}')`
      const { _id } = await world.makeWebhook({ condition, url })
      const other = await world.makeWebhook({ condition })
      expect(await world.owner().status('DELETE', `/webhooks/${_id}`)).toBe(204)
      for (const method of ['GET', 'DELETE']) expect(await world.owner().status(method, `/webhooks/${_id}`)).toBe(404)
      expect(await world.owner().status('PATCH', `/webhooks/${_id}`, { enabled: true })).toBe(404)
      expect(await world.entryOf(other, await world.send('GET', path))).toMatchObject({ status: 'success' })
      expect(world.receiver().deliveries.filter(delivery => delivery.path === '/deleted')).toEqual([])
    })

    it('a webhook has no more attempts a minute than its number, at all dispatchers together', async () => {
      const path = await world.makeCollection()
      const [maxPerMinute, requests] = [12, 60]
      const url = `${world.receiver().url}/held`
      const { _id } = await world.makeWebhook({ condition: `path('${path}')`, url, maxPerMinute })
      const held = z.object({ heldBack: z.array(z.object({ waiting: z.int() })) })
      const startedAt = performance.now()
      for (let count = 0; count < requests; count += 1) await world.send('GET', path)
      await eventually(
        async () => {
          const { heldBack } = held.parse(await world.owner().json('GET', `/webhooks/${_id}`))
          const attempts = world.receiver().deliveries.filter(delivery => delivery.path === '/held').length
          const minutes = Math.ceil((performance.now() - startedAt) / 60_000)
          expect(attempts).toBeLessThanOrEqual(maxPerMinute * minutes)
          return attempts + (heldBack[0]?.waiting ?? 0) === requests
        },
        { timeoutMs: 50_000, what: 'an account of all attempts' },
      )
    })

    describe('Webhook plugin', () => {
      const stateAt = async (index: 0 | 1) => {
        const owner = ownerClient({ url: target().urls[index], ownerPassword: target().ownerPassword })
        const plugins = await owner.json<{ id: string; state: string }[]>('GET', '/plugins')
        return plugins.find(({ id }) => id === 'webhooks')?.state
      }
      const turn = async (step: 'enable' | 'disable') => {
        await world.owner().json('POST', `/plugins/webhooks/${step}`)
        for (const index of [0, 1] as const) await eventually(async () => (await stateAt(index)) === `${step}d`)
      }
      const newWebhook = { name: 'late', condition: "path('/late')", url: 'https://hooks.example.com/' }

      afterAll(() => turn('enable'))

      it('disabled: nothing fires, and creating a webhook is 403; what is there keeps its state', async () => {
        const path = await world.makeCollection()
        const url = `${world.receiver().url}/off`
        const webhook = await world.makeWebhook({ condition: `path('${path}')`, url })
        await turn('disable')
        expect(await world.owner().answer('POST', '/webhooks', newWebhook)).toMatchObject({
          status: 403,
          json: { code: 'WEBHOOKS_PLUGIN_DISABLED' },
        })
        await world.send('GET', path)
        expect(await world.owner().json('GET', `/webhooks/${webhook._id}`)).toMatchObject({ enabled: true, url })
        await turn('enable')
        const exchange = await world.send('GET', path)
        expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
        const told = world.receiver().deliveries.filter(delivery => delivery.path === '/off')
        expect(told.map(({ body }) => JSON.parse(body).id)).toEqual([exchange.eventId])
      })

      it('"Enable Webhooks": "Webhooks can be created; a badge shows ENABLED or DISABLED"', async () => {
        await turn('disable')
        expect(await stateAt(0)).toBe('disabled')
        await turn('enable')
        expect(await stateAt(0)).toBe('enabled')
        expect(await world.makeWebhook(newWebhook)).toMatchObject({ enabled: true })
      })
    })
  })
}
