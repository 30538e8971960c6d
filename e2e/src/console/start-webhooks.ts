import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { OWNER, startConsole } from './start-console.ts'

/** A Sluice with a collection, and a program that its webhooks tell. */
export type WebhooksRig = {
  sluice: SluiceProcess
  receiver: DeliveryReceiver
  owner: HttpClient
  stop(): Promise<void>
}

/** A webhook as tests name it: what it waits for, and where at the receiver it sends. */
type WantedWebhook = { id: string; name: string; condition: string; target: string; more?: object }

export async function startWebhooks(settings: Readonly<Record<string, string>> = {}): Promise<WebhooksRig> {
  const sluice = await startConsole({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', ...settings })
  const receiver = await startReceiver({ listenOn: '127.0.0.1', host: '127.0.0.1' })
  const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
  await owner.text('PUT', '/routes')
  return {
    sluice,
    receiver,
    owner,
    async stop() {
      receiver.close()
      await sluice.interrupt()
    },
  }
}

export async function makeWebhook({ owner, receiver }: WebhooksRig, wanted: WantedWebhook): Promise<void> {
  const { id, name, condition, target, more } = wanted
  await owner.json('PUT', `/webhooks/${id}`, { name, condition, url: `${receiver.url}${target}`, ...more })
}

const OVER_THE_EDGE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const WIDTHS = [320, 390, 768, 1024, 1280, 1920, 2560]

/** The page as it is fits every window, on a phone too. Leaves it as it was. */
export async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    expect([width, await page.evaluate(OVER_THE_EDGE)]).toEqual([width, 0])
  }
  if (before) await page.setViewportSize(before)
}
