import { join } from 'node:path'
import type { Bus } from '@sluice/bus'
import type { ChangeLog } from '@sluice/change-log'
import { logEntry, logEntryDetail, newWebhook } from '@sluice/contracts'
import type { ListenAddress, Logger } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import {
  configOf,
  createSignedClient,
  eventually,
  openTestPlatform,
  type SignedRequest,
  type TestPlatform,
} from '@sluice/testkit'
import { z } from 'zod'
import { createWebhookDispatcher } from '../create-webhook-dispatcher.ts'
import { executionId } from '../domain/execution/execution-id.ts'
import type { NameResolver } from '../names/name-resolver.ts'
import type { DeliveryPauses } from '../open-delivery.ts'
import { type DispatcherSettings, settings, settingsFrom } from '../settings.ts'
import { openTail } from './open-tail.ts'
import { type SampleExchange, sampleRecord, TOPIC } from './sample-exchange.ts'

const logPage = z.object({ items: z.array(logEntry), next: z.string().nullable(), notStored: z.int().optional() })

/** A call that a test needs to work did not. */
class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

export type TestDispatcher = Awaited<ReturnType<typeof openDispatcher>>

/** What `GET /webhooks` lists: where it is stored, and bodies of POST that differ in the fields that a filter may name. */
const listedWebhooks = {
  path: '/webhooks',
  collection: 'webhooks',
  make(index: number) {
    const fields = {
      name: `webhook ${index % 4}`,
      condition: `path('/orders/${index % 3}')`,
      enabled: index % 2 === 0,
      maxPerMinute: 100 + index,
    }
    return index % 3 === 0
      ? {
          ...fields,
          type: 'email',
          email: { to: ['a@example.com'], subject: 'One', bodyType: 'json', bodyTemplate: '' },
        }
      : { ...fields, url: `https://hooks.example.com/${index % 5}`, headers: { 'X-Team': `team-${index % 2}` } }
  },
}

const LISTEN = '/webhooks/listen'

type Options = Partial<DispatcherSettings> & {
  directory?: string
  publicUrl?: string
  claimant?: string
  /** Others may run by the same name. */
  isShared?: boolean
  /** How often it looks for what is to be told of Sluice itself. */
  occurrencesEveryMs?: number
  /** In the place of the system's names. */
  names?: NameResolver
  /** By default it looks often for what waits. */
  pauses?: DeliveryPauses
  /** In the place of the embedded one. */
  store?: Store | undefined
  /** How often it looks for what others have changed, in ms: it hears no notices. */
  pollMs?: number
  /** In the place of the embedded one. */
  bus?: Bus | undefined
  /** How far its clock is ahead of the store's, in ms. */
  aheadMs?: () => number
  /** In the place of one that says nothing. */
  logger?: Logger
}

/** What waits in the store for its next attempt need not wait for the next look as well. */
const OFTEN: DeliveryPauses = { claimEveryMs: 100 }

/** Events that were sent in this process: a gateway says so of none that it has sent before. */
const sentKeys = new Set<string>()

/** A dispatcher on real embedded backends, with the plugin switched on. */
export async function openDispatcher(options: Options = {}) {
  const platform = await openPlatform(options)
  await setPlugin(platform, 'enabled')
  const address = { socketPath: join(platform.directory, 'dispatcher.sock') }
  const part = createPart(platform, address, options)
  try {
    await part.start()
  } catch (error) {
    await platform.close()
    throw error
  }
  const client = createSignedClient({ platform, upstream: 'webhook-dispatcher', address })

  const send = async (...samples: SampleExchange[]) => {
    const sequence = platform.changes.positions().webhooks ?? 0
    const sent = samples.map(sample => sampleRecord({ webhooksSequence: sequence, ...sample }))
    await platform.bus.send(
      TOPIC,
      sent.map(({ record }) => ({ ...record, isFirst: !sentKeys.has(record.key) })),
    )
    for (const { record } of sent) sentKeys.add(record.key)
    return sent.map(({ event }) => event)
  }
  const logOf = async (webhookId: string, query = '') =>
    logPage.parse((await client.request('GET', `/webhooks/${webhookId}/logs${query}`)).json)

  return {
    platform,
    client,
    send,
    logOf,
    listed: listedWebhooks,
    tail: (target: string, lastId?: string, request?: SignedRequest) =>
      openTail({ address, target, grant: client.grantFor('GET', target, request), lastId }),
    listen: (body: object, lastId?: string) =>
      openTail({ address, target: LISTEN, grant: client.grantFor('POST', LISTEN), lastId, body }),
    detailOf: async (webhookId: string, logId: string) =>
      logEntryDetail.parse((await client.request('GET', `/webhooks/${webhookId}/logs/${logId}`)).json),
    /** The entry of this event once it has ended. */
    entryOf: (webhookId: string, eventId: string) =>
      eventually(async () => {
        const { json } = await client.request('GET', `/webhooks/${webhookId}/logs/${executionId(eventId, webhookId)}`)
        const entry = logEntry.parse(json)
        return entry.status !== 'pending' && entry
      }),
    async create(webhook: object) {
      const answer = await client.request('POST', '/webhooks', { body: { name: 'a webhook', ...webhook } })
      if (answer.status !== 201) throw new UnexpectedAnswerError(answer.text)
      const made = newWebhook.parse(answer.json)
      if (made.secret === undefined) throw new UnexpectedAnswerError(answer.text)
      return { ...made, secret: made.secret }
    },
    setPlugin: (state: string) => setPlugin(platform, state),
    stop: () => part.stop(5_000),
    async close() {
      await part.stop(5_000)
      await platform.close()
    },
  }
}

async function openPlatform({ directory, store, bus, logger, pollMs, aheadMs }: Options): Promise<TestPlatform> {
  const given = { ...(store ? { store } : {}), ...(bus ? { bus } : {}), ...(pollMs ? { pollMs } : {}) }
  const opened = await openTestPlatform({ directory, ...given })
  const changes = aheadMs ? aheadOf(opened.changes, aheadMs) : opened.changes
  return { ...opened, changes, ...(logger ? { logger } : {}) }
}

const aheadOf = (changes: ChangeLog, aheadMs: () => number): ChangeLog => ({
  ...changes,
  storeTime: () => changes.storeTime() + aheadMs(),
})

function createPart(platform: TestPlatform, address: ListenAddress, options: Options) {
  const { publicUrl, claimant = 'the only one', isShared = false, names, ...given } = options
  const { pauses = OFTEN, occurrencesEveryMs } = options
  return createWebhookDispatcher(platform, {
    ...settingsFrom(configOf(settings)),
    ...given,
    address,
    claimant: { name: claimant, isSole: !isShared },
    publicUrl: () => publicUrl,
    names,
    pauses,
    occurrencesEveryMs,
  })
}

async function setPlugin({ changes, db }: TestPlatform, state: string): Promise<void> {
  await changes.record('plugins', 'webhooks', transaction =>
    transaction
      .collection({ db, collection: 'plugins' })
      .replaceOne({ _id: 'webhooks' }, { _id: 'webhooks', state }, { upsert: true }),
  )
}
