import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chainKeys, secret, signChain } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { basic } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, type ShippedExchange, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const webhooks = ['w1', 'w2']

describe('the chain of webhooks that led to a request', () => {
  let gateway: RunningGateway
  let shipped: ShippedExchange[]

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.wantEvents()
    shipped = (await followEvents(gateway.platform)).shipped
  })
  afterAll(() => gateway.stop())

  const sign = (changed: { path?: string; at?: number } = {}, secrets = gateway.platform.internalSecrets()) => {
    const at = gateway.platform.changes.storeTime()
    const delivery = { webhooks, deliveryId: 'd', method: 'POST', path: '/caf%C3%A9', at, ...changed }
    return signChain(delivery, chainKeys(secrets)[0]!)
  }
  const send = async (chain: string | string[], line = 'POST /caf%c3%a9/?x=1') => {
    const answer = await gateway.call(line, { headers: { ...owner, 'sluice-chain': chain }, body: '{}' })
    const id = answer.headers['x-request-id']
    const { event } = await eventually(() => shipped.find(found => found.event.id === id) ?? false)
    return { status: answer.status, grant: (answer.json().caller as { chain: string[] }).chain, event }
  }

  it('stands in the grant and in the event, the header in neither', async () => {
    const { grant, event } = await send(sign())
    expect([grant, event.chain]).toEqual([webhooks, webhooks])
    expect(event.request.headers).toContainEqual(['sluice-chain', '[redacted]'])
  })

  it('is dropped silently when it is forged, old, of another path or there twice', async () => {
    const old = sign({ at: gateway.platform.changes.storeTime() - 301_000 })
    const foreign = sign({}, [secret('x'.repeat(32))])
    for (const header of ['w1', `${sign()}x`, old, foreign, sign({ path: '/other' }), [sign(), sign()]]) {
      const { status, grant, event } = await send(header)
      expect([status, grant, event.chain]).toEqual([200, [], []])
    }
  })
})
