import { timeOfId } from '../domain/pasted-text.ts'
import { problemOf } from '../http/problem.ts'
import { allKeysApi } from './admin/all-keys.ts'
import { keysApi } from './keys.ts'
import { logsApi } from './logs.ts'
import { type ShownEvent, webhookTools } from './webhook-tools.ts'
import { webhooksApi } from './webhooks.ts'

/** What has an id that somebody has pasted. */
export type FoundById =
  | { kind: 'webhook'; id: string; name: string }
  | { kind: 'event'; id: string; name: string }
  | { kind: 'entry'; id: string; webhook: string; name: string }
  | { kind: 'key'; id: string; name: string; isOwn: boolean; user: string | undefined }

type Search = { canSee(what: 'seeWebhooks' | 'seeEvents' | 'seeDeliveries' | 'seeAllKeys'): boolean }

/** Looks for an id among what one may see. Entries are found by the time that their ids hold. */
export async function findById(id: string, { canSee }: Search): Promise<FoundById[]> {
  const found = await Promise.all([
    canSee('seeWebhooks') && findWebhook(id),
    canSee('seeEvents') && findEvent(id),
    canSee('seeDeliveries') && findEntry(id),
    findOwnKey(id),
    canSee('seeAllKeys') && findKey(id),
  ])
  const all = found.flatMap(each => each || [])
  return all.filter((each, at) => each.kind !== 'key' || all.findIndex(({ kind }) => kind === 'key') === at)
}

const NOT_FOUND = [404, 400, 403]

/** What is not there, or not to be seen, is not found. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (NOT_FOUND.includes(problemOf(error).status)) return undefined
    throw error
  }
}

async function findWebhook(id: string): Promise<FoundById | undefined> {
  const name = (await orNothing(webhooksApi.show(id)))?.value.name
  return name === undefined ? undefined : { kind: 'webhook', id, name }
}

const nameOfEvent = ({ incomingRequest: { method, path } }: ShownEvent): string => `${method} ${path}`

async function findEvent(id: string): Promise<FoundById | undefined> {
  const event = await orNothing(webhookTools.event(id))
  return event && { kind: 'event', id, name: nameOfEvent(event) }
}

/** A delivery has the time of its event in its id. */
async function findEntry(id: string): Promise<FoundById | undefined> {
  const at = timeOfId(id)
  const page = await orNothing(logsApi.ofAll({ from: at, to: at + 1, limit: 200 }))
  const entry = page?.items.find(({ _id }) => _id === id)
  return entry && { kind: 'entry', id, webhook: entry.webhookId, name: entry.summary }
}

async function findOwnKey(id: string): Promise<FoundById | undefined> {
  const key = (await orNothing(keysApi.list()))?.find(({ _id }) => _id === id)
  return key && { kind: 'key', id, name: key.name, isOwn: true, user: undefined }
}

async function findKey(id: string): Promise<FoundById | undefined> {
  const key = await orNothing(allKeysApi.find(id))
  return key && { kind: 'key', id, name: key.name ?? id, isOwn: false, user: key.user }
}
