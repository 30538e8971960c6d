import { z } from 'zod'
import { openDispatcher, type TestDispatcher } from './open-dispatcher.ts'

/** A webhook that fires for nothing that a test sends. */
export const ordersWebhook = {
  name: 'orders',
  condition: "path('/orders')",
  url: 'https://hooks.example.com/x',
  headers: { Authorization: 'Bearer of-the-first-version' },
}

type DefinitionRequest = readonly [
  method: string,
  target: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
]

const requestOf =
  ({ client }: TestDispatcher) =>
  (...[method, target, body, headers = {}]: DefinitionRequest) =>
    client.request(method, `/webhooks${target}`, { body, headers })

const versionRows = z.array(z.looseObject({ version: z.int() }))
const listedRows = z.array(z.looseObject({ _id: z.string() }))

/** Two dispatchers on one store, and requests about webhooks to each. */
export async function openDefinitions(store: TestDispatcher['platform']['store'] | undefined) {
  const first = await openDispatcher({ claimant: 'first', store })
  const shared = { ...first.platform.store, close: async () => {} }
  const second = await openDispatcher({ claimant: 'second', store: shared })
  const request = requestOf(first)
  const rows = (collection: string) => first.platform.store.collection({ db: first.platform.db, collection })

  return {
    first,
    second,
    request,
    atSecond: requestOf(second),
    versionsOf: async (id: string) => versionRows.parse((await request('GET', `/${id}/versions`)).json),
    /** How many writes there have been. */
    position: () => first.platform.changes.positions().webhooks,
    stored: async () => ({
      webhooks: await rows('webhooks').find({}),
      versions: await rows('webhookVersions').find({}),
    }),
    /** Removes every webhook, and its versions as if their time had passed, so that each test counts from 1. */
    async clear() {
      const { json } = await request('GET', '?pagesize=1000')
      for (const { _id } of listedRows.parse(json)) await request('DELETE', `/${_id}`)
      await rows('webhookVersions').deleteMany({})
    },
    async close() {
      await second.close()
      await first.close()
    },
  }
}

export type TestDefinitions = Awaited<ReturnType<typeof openDefinitions>>
