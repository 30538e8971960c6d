import { Agent } from 'node:http'
import { createWebhook } from '../experiment/create-webhook.ts'
import type { RowSituation } from '../experiment/row.ts'
import { sendRequest } from '../load/send-request.ts'
import type { AskedOnce } from '../oracle/judges/judge-answers.ts'
import { authorizationOf } from './own-requests.ts'

/** So many of it at once, to the gateways in turn. */
export type Burst = {
  name: string
  count: number
  method: string
  path(number: number): string
  body: string | undefined
}

const MEGABYTE = 1024 ** 2
const PATH = '/large'
const BOMB_PATH = '/large/bomb'
const DOCUMENTS = 10
const BOMB_LEVELS = 8
/** Done, or refused in time. */
const WANTED = [200, 201, 204, 413, 429, 503]

/** The body that is written over and over; a page of such documents has 10 MB. */
const BODY = JSON.stringify({ text: 'x'.repeat(MEGABYTE - 20) })
const TOO_LARGE_BODY = JSON.stringify({ text: 'x'.repeat(20 * MEGABYTE) })
const BOMB_BODY = JSON.stringify({ items: Array.from({ length: 10 }, (_, number) => number) })

const toDocument = (number: number) => `${PATH}/large-${number % DOCUMENTS}?wm=upsert`

export const BODIES: readonly Burst[] = [
  { name: 'PUT of 1 MB', count: 200, method: 'PUT', path: toDocument, body: BODY },
  { name: 'PUT of 20 MB', count: 10, method: 'PUT', path: toDocument, body: TOO_LARGE_BODY },
]
export const ANSWERS: readonly Burst[] = [
  { name: 'GET of 10 MB', count: 40, method: 'GET', path: () => `${PATH}?pagesize=${DOCUMENTS}`, body: undefined },
]
export const BOMBS: readonly Burst[] = [
  {
    name: 'PUT that fires a template bomb',
    count: 20,
    method: 'PUT',
    path: () => `${BOMB_PATH}?wm=upsert`,
    body: BOMB_BODY,
  },
]

/** @param url of a target that answers without an end */
export async function openLarge({ service: { owner } }: RowSituation, url: string): Promise<void> {
  await owner('PUT', PATH)
  const condition = `path-prefix('${PATH}') and method('PUT')`
  await createWebhook(owner, { name: 'large', condition, url })
  const open = '{{#request.body.items}}'
  const close = '{{/request.body.items}}'
  const template = `${open.repeat(BOMB_LEVELS)}${'x'.repeat(1_000)}${close.repeat(BOMB_LEVELS)}`
  const transform = { enabled: true, template }
  await createWebhook(owner, { name: 'bomb', condition: `path('${BOMB_PATH}')`, url, transform })
}

/** All at once. */
export async function sendBurst(
  { cluster }: RowSituation,
  { name, count, method, path, body }: Burst,
): Promise<AskedOnce[]> {
  const { gateways } = cluster
  const authorization = authorizationOf(cluster.ownerPassword)
  const agent = new Agent()
  const numbers = Array.from({ length: count }, (_, number) => number)
  return Promise.all(
    numbers.map(async number => {
      const index = number % gateways.length
      const gateway = gateways[index] ?? ''
      const answer = await sendRequest({ gateway, method, path: path(number), authorization, body, agent })
      return { name: `${name} to gateway ${index + 1}`, status: answer?.status, wanted: WANTED }
    }),
  )
}
