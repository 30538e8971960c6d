import { expect } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { startReceiver } from '../receiver.ts'
import { startSluice } from '../standalone/sluice-process.ts'
import { OWNER } from './start-console.ts'
import { makeWebhook, type WebhooksRig } from './start-webhooks.ts'
import type { ConsoleUser } from './visit.ts'

/** A Sluice as `npm start` makes it, with its demo and somebody who issues keys there. */
export type DemoRig = WebhooksRig & { amelia: ConsoleUser }

export async function startDemo(): Promise<DemoRig> {
  const sluice = await startSluice({
    DATA_DIR: await temporaryDirectory(),
    SLUICE_ADMIN_PASSWORD: OWNER.password,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  })
  const receiver = await startReceiver({ listenOn: '127.0.0.1', host: '127.0.0.1' })
  const [, password = ''] = /demo user +amelia, password (\S+)/.exec(sluice.printed()) ?? []
  return {
    sluice,
    receiver,
    owner: ownerClient({ url: sluice.url, ownerPassword: OWNER.password }),
    amelia: { user: 'amelia', password },
    async stop() {
      receiver.close()
      await sluice.interrupt()
    },
  }
}

export const addRoute = (rig: WebhooksRig, origin: string): Promise<string> =>
  rig.owner.text('POST', '/routes', { origin, destination: 'LIT', flights: 1 })

/** The target of a webhook is down, so that a delivery fails; then it is up again. */
export async function failOnce(rig: WebhooksRig, id: string): Promise<void> {
  const condition = "path('/routes') and method('POST')"
  await makeWebhook(rig, { id, name: `Partner ${id}`, condition, target: '/status/500' })
  await addRoute(rig, 'ORD')
  await eventually(async () => {
    const [failing] = await rig.owner.json<{ _id: string }[]>('GET', `/webhooks?include=health&state=failing&q=${id}`)
    expect(failing?._id).toBe(id)
  })
  await rig.owner.json('PATCH', `/webhooks/${id}`, { url: `${rig.receiver.url}/up-again` })
}
