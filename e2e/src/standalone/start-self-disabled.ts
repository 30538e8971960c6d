import { eventually, temporaryDirectory } from '@sluice/testkit'
import { ageDirectory } from '../age-webhooks.ts'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import { type SluiceProcess, startSluice } from './sluice-process.ts'

/** A Sluice with a webhook that has switched itself off, and a target that is well again. */
export type SelfDisabledRig = {
  sluice: SluiceProcess
  owner: HttpClient
  receiver: DeliveryReceiver
  /** Requests that the webhook misses while it is off. */
  miss(count: number): Promise<void>
  stop(): Promise<void>
}

export const OWNER_PASSWORD = 'the owner of these tests'
/** The webhook that is off: it waits for GET requests to this collection. */
export const SELF_DISABLED = 'parcels'
const AT_ONCE = 20
const TWO_DAYS_HOURS = 48
const SETTINGS = {
  SLUICE_DEMO: '0',
  SLUICE_ADMIN_PASSWORD: OWNER_PASSWORD,
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  OWNER_TOLD_AFTER_SECONDS: '1',
}

type AgedHook = { autoDisabled?: object; health?: { state: string } }

/** Has a webhook fail, lets two days pass while Sluice does not run, and has it fail once more, which switches it off. */
export async function startSelfDisabled(): Promise<SelfDisabledRig> {
  const settings = { ...SETTINGS, DATA_DIR: await temporaryDirectory() }
  const receiver = await startReceiver({ listenOn: '127.0.0.1', host: '127.0.0.1' })
  const first = await startSluice(settings)
  await failOnce(ownerClient({ url: first.url, ownerPassword: OWNER_PASSWORD }), receiver)
  await first.interrupt()
  await ageDirectory(settings.DATA_DIR, TWO_DAYS_HOURS)
  const sluice = await startSluice(settings)
  const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER_PASSWORD })
  await owner.text('GET', '/parcels')
  const address = `/webhooks/${SELF_DISABLED}`
  await eventually(async () => 'autoDisabled' in (await owner.json<AgedHook>('GET', address)), { timeoutMs: 60_000 })
  await owner.json('PATCH', address, { url: `${receiver.url}/target`, disableAfter: { failures: 100, days: 5 } })
  return {
    sluice,
    owner,
    receiver,
    async miss(count) {
      for (let sent = 0; sent < count; sent += AT_ONCE) {
        const some = Array.from({ length: Math.min(AT_ONCE, count - sent) }, () => ask(owner))
        await Promise.all(some)
      }
    },
    async stop() {
      receiver.close()
      await sluice.interrupt()
    },
  }
}

/** Asks until it is answered: a gateway that is too busy refuses, and of that the webhook is not told. */
const ask = (owner: HttpClient) =>
  eventually(async () => (await owner.status('GET', '/parcels')) === 200, { timeoutMs: 30_000 })

async function failOnce(owner: HttpClient, receiver: DeliveryReceiver): Promise<void> {
  await owner.json('POST', '/plugins/webhooks/enable')
  await owner.text('PUT', '/parcels')
  await owner.json('PUT', `/webhooks/${SELF_DISABLED}`, {
    name: 'Parcels to the depot',
    condition: "path('/parcels') and method('GET') and response-code(200)",
    url: `${receiver.url}/status/503`,
    disableAfter: { failures: 1, days: 1 },
    contact: ['ann@example.com', 'bob@example.com'],
    signature: { prefix: 'svix' },
  })
  await owner.text('GET', '/parcels')
  await eventually(async () => {
    const [hook] = await owner.json<AgedHook[]>('GET', '/webhooks?include=health')
    return hook?.health?.state === 'failing'
  })
}
