import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import { z } from 'zod'
import { type AskAsOwner, createOwnerClient } from '../cluster/owner-client.ts'
import { createWebhook } from '../experiment/create-webhook.ts'
import { readEnded, readSkipped } from '../experiment/read-executions.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { type ChainLink, type Circle, judgeLoops } from '../oracle/judges/judge-loops.ts'
import { authorizationOf } from './own-requests.ts'

const BETWEEN_MS = 500
const SETTLE_MS = 2_000
const AROUND_WITHIN_MS = 60_000
/** A chain that goes on would have gone on by then. */
const WATCHED_AFTER_MS = 5_000
const PAGE_SIZE = 1000
const LOOP = 'loop'

/** The collections that are written to in turn: each has a webhook that writes to the next, the last to the first. */
const CIRCLES = [['circle'], ['there', 'back']] as const

/** `path`: of the requests that fire it. */
type FiredWebhook = { name: string; id: string; path: string }
type OpenedLoops = { collections: readonly string[]; webhooks: readonly FiredWebhook[] }

const tagged = z.object({ tag: z.string().catch('') })
const documents = z.array(tagged)

export const f20: FaultMatrixRow = {
  id: 'F20',
  title: 'a webhook calls its own gateway, and two call each other by it',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'times', promised: 30 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const { service, extent, cluster } = situation
    const opened: OpenedLoops[] = []
    for (const collections of CIRCLES) opened.push({ collections, webhooks: await openCircle(situation, collections) })
    await wait(SETTLE_MS)
    const from = Date.now()
    const tags = Array.from({ length: extent }, (_, number) => `chain-${number}`)
    const owners = cluster.gateways.map(gateway => createOwnerClient(gateway, cluster.ownerPassword, () => {}))
    for (const [index, tag] of tags.entries()) {
      for (const [first] of CIRCLES) await owners[index % owners.length]?.('POST', `/${first}`, { tag })
      await wait(BETWEEN_MS)
    }
    for (const { collections } of opened) await untilAround(service.owner, collections, extent)
    await wait(WATCHED_AFTER_MS)
    const circles = await Promise.all(opened.map(one => readCircle(service.owner, one, { tags, from })))
    return () => judgeLoops(circles)
  },
}

/** Each writes the document that it was told of to the next collection, by the address that clients use. */
async function openCircle(
  { cluster, service }: RowSituation,
  collections: readonly string[],
): Promise<OpenedLoops['webhooks']> {
  const { owner } = service
  const [publicUrl = ''] = cluster.gateways
  for (const collection of collections) await owner('PUT', `/${collection}`)
  const webhooks: FiredWebhook[] = []
  for (const [index, collection] of collections.entries()) {
    const next = collections[(index + 1) % collections.length] ?? ''
    const name = `${collection} → ${next}`
    const id = await createWebhook(owner, {
      name,
      condition: `path('/${collection}') and method('POST')`,
      url: `${publicUrl}/${next}`,
      headers: { authorization: authorizationOf(cluster.ownerPassword) },
      transform: { enabled: true, template: '{{{request.body}}}' },
    })
    webhooks.push({ name, id, path: `/${collection}` })
  }
  return webhooks
}

/** Until as many documents are there as whole chains write, or the time is over. */
async function untilAround(owner: AskAsOwner, collections: readonly string[], chains: number): Promise<void> {
  const due = chains * (1 + collections.length)
  const isAround = async () => (await readTags(owner, collections)).length >= due
  await eventually(isAround, { timeoutMs: AROUND_WITHIN_MS }).catch(() => undefined)
}

type BegunChain = { tags: readonly string[]; from: number }

async function readCircle(
  owner: AskAsOwner,
  { collections, webhooks }: OpenedLoops,
  { tags, from }: BegunChain,
): Promise<Circle> {
  const requests = new Map<string, number>()
  for (const tag of await readTags(owner, collections)) requests.set(tag, (requests.get(tag) ?? 0) + 1)
  const linked = await Promise.all(
    webhooks.map(async one => ({ name: one.name, links: await readLinks(owner, one, { tags, from }) })),
  )
  return { name: collections.join(' and '), tags, requests, webhooks: linked }
}

/** Reads of every document by which chain it was written. */
async function readTags(owner: AskAsOwner, collections: readonly string[]): Promise<string[]> {
  const tags: string[] = []
  for (const collection of collections) {
    for (let page = 1; ; page += 1) {
      const read = documents.parse(await owner('GET', `/${collection}?pagesize=${PAGE_SIZE}&page=${page}`))
      tags.push(...read.map(({ tag }) => tag))
      if (read.length < PAGE_SIZE) break
    }
  }
  return tags
}

/** Reads the links of the requests that its condition is about; the log says loop of others too. */
async function readLinks(
  owner: AskAsOwner,
  { id, path }: FiredWebhook,
  { tags, from }: BegunChain,
): Promise<ChainLink[]> {
  const skipped = await readSkipped(owner, id, { from, text: LOOP })
  const executions = [...(await readEnded(owner, id, { from, count: tags.length })), ...skipped]
  return executions
    .filter(({ request }) => request.path === path)
    .map(({ status, summary, request }) => ({
      tag: tagged.parse(JSON.parse(request.text)).tag,
      status,
      isLoop: summary.startsWith(LOOP),
    }))
}
