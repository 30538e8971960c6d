import type { WebhookRecord } from '@sluice/contracts'
import { v7 } from 'uuid'
import { readHeld } from '../counts/read-health.ts'
import { readOwnHours } from '../counts/read-own-counts.ts'
import { sumOf } from '../domain/counts/stats.ts'
import {
  countedFrom,
  disablesAt,
  hoursBetween,
  sightWebhook,
  subjectOf,
  type WebhookFacts,
} from '../domain/occurrence/sight-webhook.ts'
import {
  DAY_MS,
  type SubjectSighting,
  type SubjectTelling,
  type ToldSubject,
  tellOf,
} from '../domain/occurrence/telling.ts'
import { type WebhookFigures, webhookBody } from '../domain/occurrence/webhook-words.ts'
import type { CountStore, StoredEnd } from '../ports/count-store.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { Occurrence, OccurrenceStore } from '../ports/occurrence-store.ts'
import type { WaitingStore } from '../ports/waiting-store.ts'

export type WebhookWatchDependencies = {
  live: Pick<LiveWebhooks, 'get' | 'isPluginEnabled' | 'catchUp'>
  counts: Pick<CountStore, 'failing' | 'lastEnds' | 'hours' | 'minutes'>
  waiting: Pick<WaitingStore, 'lanes' | 'heldSince' | 'heldBack'>
  log: Pick<LogStore, 'execution'>
  occurrences: Pick<OccurrenceStore, 'read' | 'unwell' | 'put'>
  now: () => Date
  /** A state that has not lasted for so long is not told yet. */
  afterMs: number
  /** Switches a webhook off that has failed for too long. @returns whether it did */
  disableFailing(webhook: WebhookRecord, since: number): Promise<boolean>
}

type Noted = Pick<WebhookFigures, 'seen' | 'lastEnd'> & { webhook: WebhookRecord; telling: SubjectTelling }

const PREFIX = 'webhook/'
const PAGE = 500
/** Webhooks that one look sees; the others are seen once these are well. */
const MOST = 5_000

/** Looks how webhooks do, and notes what is to be told of them. */
export function createWebhookWatch(dependencies: WebhookWatchDependencies) {
  const { live, counts, waiting, occurrences, now, afterMs, disableFailing } = dependencies

  async function note({ webhook, seen, telling, lastEnd }: Noted): Promise<void> {
    const { name, next } = telling
    if (!name) return void (await occurrences.put(next, undefined))
    const at = next.toldAt
    const figures = await readFigures({ webhook, seen, lastEnd, at }, dependencies)
    const occurrence: Occurrence = {
      eventId: v7({ msecs: at }),
      name,
      at,
      about: { webhookId: webhook._id },
      body: webhookBody(name, at, figures),
      contact: webhook.contact ?? [],
    }
    await occurrences.put(next, occurrence)
  }

  /** A webhook that is switched off by what is seen is seen anew. */
  async function seenNow(facts: WebhookFacts & { webhook: WebhookRecord }): Promise<SubjectSighting | undefined> {
    const seen = sightWebhook(facts)
    if (seen?.state !== 'disabling' || !(await disableFailing(facts.webhook, seen.since))) return seen
    const webhook = live.get(facts.webhook._id)
    return webhook && sightWebhook({ ...facts, webhook })
  }

  async function lookAt(id: string, { at, ends, held, told }: LookFacts): Promise<void> {
    const webhook = live.get(id)
    if (!webhook) return forgetGone(told.get(subjectOf(id)), at)
    const lastEnd = ends.get(id)
    const seen = await seenNow({ webhook, lastEnd, heldSince: held.get(id), at, afterMs })
    const telling = seen && tellOf(seen, told.get(subjectOf(id)), at)
    if (seen && telling) await note({ webhook: live.get(id) ?? webhook, seen, telling, lastEnd })
  }

  /** Nothing is told any more of a webhook that was deleted, and it takes no place among those that are looked at. */
  async function forgetGone(before: ToldSubject | undefined, at: number): Promise<void> {
    const telling = before && tellOf({ subject: before._id, state: 'well', since: at, isUntried: true }, before, at)
    if (telling) await occurrences.put(telling.next, undefined)
  }

  /** Looks at webhooks as they are now: who is behind would say of one that is gone that it is not well. */
  async function look(): Promise<void> {
    if (!live.isPluginEnabled()) return
    const at = now().getTime()
    const [failing, held, unwell] = await Promise.all([
      readFailing(counts, { before: at - afterMs, isThere: id => live.get(id) !== undefined }),
      readHeld(undefined, waiting),
      readUnwell(occurrences),
    ])
    const ids = new Set([...failing.keys(), ...held.keys(), ...unwell])
    if (ids.size === 0 || !(await live.catchUp())) return
    const others = await counts.lastEnds([...ids].filter(id => !failing.has(id)))
    const told = await occurrences.read([...ids].map(subjectOf))
    const facts: LookFacts = { at, ends: new Map([...others, ...failing]), held, told }
    for (const id of ids) await lookAt(id, facts)
  }

  return { look }
}

type LookFacts = {
  /** Now, epoch ms. */
  at: number
  ends: ReadonlyMap<string, StoredEnd>
  held: ReadonlyMap<string, number>
  told: ReadonlyMap<string, ToldSubject>
}

/** Those that have failed since before a moment (epoch ms). What was deleted is still counted, for as long as its log is kept. */
async function readFailing(
  counts: WebhookWatchDependencies['counts'],
  { before, isThere }: { before: number; isThere(id: string): boolean },
): Promise<ReadonlyMap<string, StoredEnd>> {
  const all = new Map<string, StoredEnd>()
  let after = ''
  for (let page = PAGE; page === PAGE && all.size < MOST; ) {
    const found = await counts.failing({ before, after, limit: PAGE })
    for (const [id, end] of found) if (isThere(id)) all.set(id, end)
    after = [...found.keys()].at(-1) ?? after
    page = found.size
  }
  return all
}

/** The ids of the webhooks of which it was told that they are not well. */
async function readUnwell(occurrences: WebhookWatchDependencies['occurrences']): Promise<string[]> {
  const all: string[] = []
  let after = ''
  for (let page = PAGE; page === PAGE && all.length < MOST; ) {
    const found = await occurrences.unwell({ prefix: PREFIX, after, limit: PAGE })
    all.push(...found.map(({ _id }) => _id.slice(PREFIX.length)))
    after = found.at(-1)?._id ?? after
    page = found.length
  }
  return all
}

type FigureFacts = Pick<WebhookFigures, 'seen' | 'lastEnd'> & { webhook: WebhookRecord; at: number }

async function readFigures(
  { webhook, seen, lastEnd, at }: FigureFacts,
  { counts, waiting, log }: Pick<WebhookWatchDependencies, 'counts' | 'waiting' | 'log'>,
): Promise<WebhookFigures> {
  const { _id } = webhook
  const countFrom = async (from: number, counted: number) =>
    sumOf(await readOwnHours([{ id: _id, since: counted }], hoursBetween(from, at), counts))
  const [now, day] = await Promise.all([
    countFrom(seen.since, countedFrom(webhook)),
    countFrom(at - DAY_MS, webhook.createdAt.getTime()),
  ])
  const held = await Promise.all([waiting.heldBack(_id, 'held'), waiting.heldBack(_id, 'unwell')])
  const last = lastEnd?.lastEntry === undefined ? undefined : await log.execution(lastEnd.lastEntry)
  return {
    webhook,
    seen,
    lastEnd,
    lastError: last?.result?.error?.code,
    failures: seen.state === 'well' ? 0 : now.failed,
    disablesAt: endOf(webhook, seen),
    waiting: held.reduce((sum, one) => sum + (one?.waiting ?? 0), 0),
    day: { success: day.success, failed: day.failed },
  }
}

const endOf = (webhook: WebhookRecord, { state, since }: SubjectSighting): number | undefined =>
  state === 'failing' || state === 'disabling' ? disablesAt(webhook, since) : webhook.autoDisabled?.at.getTime()
