import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { setInterval as every, setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import { createWebhook } from '../experiment/create-webhook.ts'
import type { RowSituation } from '../experiment/row.ts'
import { type RequestSending, sendRequest } from '../load/send-request.ts'
import { startCollector } from '../load/start-collector.ts'
import type { SavedOften } from '../oracle/judges/judge-saves.ts'
import { authorizationOf } from './own-requests.ts'

type SaveRequest = Pick<RequestSending, 'method' | 'path' | 'body'>

/** A document of the configuration, of which one can see under which number it is in force. */
export type SavedSubject = {
  name: string
  isOneNode: boolean
  /** The owner's request that saves it under that number. */
  save(number: number): SaveRequest
  /** Asks a gateway for what is in force. @returns the text that has the number in it, once it is there */
  look(gateway: string): Promise<() => string>
  close?: () => void
}

export const LIVE_WITHIN_MS = 1_000
/** The document `v7` is seen while the seventh save, or the thousand and seventh, is in force. */
const DOCUMENTS = 1_000
const LOOK_EVERY_MS = 200
const TOLD_WITHIN_MS = 60_000
const COLLECTION = 'saved'
const ID = /"_id":"v(\d+)"/

const idOf = (number: number) => `v${number % DOCUMENTS}`

/** An app, a permission and a webhook; each shows another document of a collection with each save. */
export async function openSubjects(situation: RowSituation): Promise<SavedSubject[]> {
  const { owner } = situation.service
  await owner('PUT', `/${COLLECTION}`)
  const documents = Array.from({ length: DOCUMENTS }, (_, number) => ({ _id: idOf(number) }))
  await owner('POST', `/${COLLECTION}`, documents)
  return [await openApp(situation), await openPermission(situation), await openWebhook(situation)]
}

async function openApp({ cluster, service }: RowSituation): Promise<SavedSubject> {
  const mappings = (number: number) => ({
    Query: { current: { db: 'sluice', collection: COLLECTION, find: { _id: idOf(number) } } },
  })
  await service.owner('POST', '/gql-apps', {
    _id: 'saved-app',
    descriptor: { name: 'Saved', enabled: true, uri: COLLECTION },
    schema: 'type Saved { _id: ID! } type Query { current: Saved }',
    mappings: mappings(0),
  })
  const query = JSON.stringify({ query: '{ current { _id } }' })
  const asOwner = senderOf(authorizationOf(cluster.ownerPassword))
  return {
    name: 'app',
    // There is one process of the service, behind both gateways.
    isOneNode: true,
    save: number => ({
      method: 'PATCH',
      path: '/gql-apps/saved-app',
      body: JSON.stringify({ mappings: mappings(number) }),
    }),
    async look(gateway) {
      const answer = await asOwner(gateway, { method: 'POST', path: `/graphql/${COLLECTION}`, body: query })
      return () => answer?.text ?? ''
    },
  }
}

async function openPermission({ service }: RowSituation): Promise<SavedSubject> {
  const { owner } = service
  const password = randomBytes(12).toString('base64url')
  await owner('POST', '/users', { _id: 'watcher', password, roles: ['watcher'] })
  const permission = (number: number) => ({
    _id: 'saved-permission',
    roles: ['watcher'],
    predicate: `path('/${COLLECTION}')`,
    priority: 1,
    mongo: { readFilter: { _id: idOf(number) } },
  })
  await owner('POST', '/acl', permission(0))
  const asWatcher = senderOf(`Basic ${btoa(`watcher:${password}`)}`)
  return {
    name: 'permission',
    isOneNode: false,
    save: number => ({ method: 'PUT', path: '/acl/saved-permission', body: JSON.stringify(permission(number)) }),
    async look(gateway) {
      const answer = await asWatcher(gateway, { method: 'GET', path: `/${COLLECTION}`, body: undefined })
      return () => answer?.text ?? ''
    },
  }
}

async function openWebhook({ cluster, service }: RowSituation): Promise<SavedSubject> {
  const target = await startCollector()
  const transform = (number: number) => ({ enabled: true, template: `{"_id":"${idOf(number)}","event":"{{id}}"}` })
  const path = `/${COLLECTION}/v0`
  const condition = `path('${path}')`
  const id = await createWebhook(service.owner, { name: 'saved', condition, url: target.url, transform: transform(0) })
  const asOwner = senderOf(authorizationOf(cluster.ownerPassword))
  return {
    name: 'webhook',
    isOneNode: false,
    save: number => ({
      method: 'PATCH',
      path: `/webhooks/${id}`,
      body: JSON.stringify({ transform: transform(number) }),
    }),
    async look(gateway) {
      const answer = await asOwner(gateway, { method: 'GET', path, body: undefined })
      const isAbout = (body: string) => answer !== undefined && body.includes(answer.requestId)
      return () => target.bodies().find(isAbout) ?? ''
    },
    close: target.close,
  }
}

function senderOf(authorization: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  return (gateway: string, request: SaveRequest) => sendRequest({ gateway, authorization, agent, ...request })
}

type Pace = { seconds: number; perSecond: number }
type SaveSighting = { gateway: number; startedAt: number; told(): string; begun: number }

/** Saves it at an even rate, one save after the other, by both gateways; looks five times a second: at once, and elsewhere in time. */
export async function saveOften(
  { cluster }: RowSituation,
  { name, isOneNode, save, look }: SavedSubject,
  { seconds, perSecond }: Pace,
): Promise<SavedOften> {
  const { gateways } = cluster
  const asOwner = senderOf(authorizationOf(cluster.ownerPassword))
  const saves: SavedOften['saves'][number][] = []
  const seen: SaveSighting[] = []
  const looking: Promise<unknown>[] = []
  const urlOf = (gateway: number) => gateways[gateway] ?? ''
  const lookAt = async (gateway: number) => {
    const startedAt = Date.now()
    const told = await look(urlOf(gateway))
    seen.push({ gateway, startedAt, told, begun: saves.length + 1 })
  }
  const lookEverywhere = async (first: number) => {
    const isOver = wait(LIVE_WITHIN_MS)
    await lookAt(first)
    await isOver
    await Promise.all([...gateways.keys()].filter(gateway => gateway !== first).map(lookAt))
  }
  const end = performance.now() + 1000 * seconds
  let nextLook = 0
  for await (const _ of every(1000 / perSecond)) {
    if (performance.now() > end) break
    const number = saves.length + 1
    const gateway = number % gateways.length
    const startedAt = Date.now()
    const status = (await asOwner(urlOf(gateway), save(number)))?.status
    saves.push({ number, gateway, startedAt, endedAt: Date.now(), status })
    if (performance.now() < nextLook) continue
    nextLook = performance.now() + LOOK_EVERY_MS
    looking.push(lookEverywhere(gateway))
  }
  await Promise.all(looking)
  const areTold = () => seen.every(({ told }) => ID.test(told()))
  await eventually(areTold, { timeoutMs: TOLD_WITHIN_MS }).catch(() => undefined)
  const looks = seen.map(({ told, begun, ...when }) => ({ ...when, number: numberIn(told(), begun) }))
  return { name, saves, looks, isOneNode }
}

/** Finds, of all saves that show the same document, the latest that had begun. */
function numberIn(text: string, begun: number): number | undefined {
  const shown = ID.exec(text)?.[1]
  return shown === undefined ? undefined : begun - ((begun - Number(shown)) % DOCUMENTS)
}
