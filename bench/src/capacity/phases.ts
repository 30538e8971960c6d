import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import type { BenchTarget } from '../webhooks/targets.ts'
import { type BenchWebhookWorld, countAtRest, countHandled } from '../webhooks/webhook-world.ts'
import { groupsOf, type ProcessGroup } from './groups.ts'
import { openMix, type Rate, type SentMix } from './mix.ts'

const WARM_UP: Rate = { perSecond: 100, seconds: 10 }
export const RATES = [50, 150] as const
const SECONDS = 15
const IDLE_MS = 15_000
/** The results of the last deliveries are stored then. */
const SETTLE_MS = 1_000
const HANDLED_WITHIN_MS = 120_000

/** What each group has used of a core, from the first request until all its events were handled. */
export type LoadPhase = { ms: number; usedMs: ReadonlyMap<string, number>; sent: SentMix; deliveries: number }
/** At the two rates. */
type RatePair = readonly [LoadPhase, LoadPhase]
export type LoadPhases = { names: readonly string[]; idle: LoadPhase; quiet: RatePair; matched: RatePair }

type CapacityStage = { world: BenchWebhookWorld; target: BenchTarget; groups: readonly ProcessGroup[] }
type PhaseTask = { send(): Promise<SentMix>; isMatched: boolean }

const NOTHING: SentMix = { total: 0, failed: 0, of: { write: 0, read: 0, query: 0, keys: 0 } }

/** Idle, then the same mix at two rates: where its events match nothing, and where each write is delivered. */
export async function runPhases(world: BenchWebhookWorld, target: BenchTarget): Promise<LoadPhases> {
  const groups = await groupsOf(world)
  const stage = { world, target, groups }
  const mix = await openMix(world)
  const at = (perSecond: number, isMatched: boolean) =>
    run(stage, { isMatched, send: () => mix({ perSecond, seconds: SECONDS }) })
  const addWebhook = () => world.addWebhook({ path: '/routes', url: target.url })

  const first = await addWebhook()
  // What is measured later has run before, with deliveries.
  await run(stage, { isMatched: true, send: () => mix(WARM_UP) })
  await world.removeWebhooks([first])
  const idle = await run(stage, { isMatched: false, send: () => wait(IDLE_MS, NOTHING) })
  const quiet: RatePair = [await at(RATES[0], false), await at(RATES[1], false)]
  const second = await addWebhook()
  const matched: RatePair = [await at(RATES[0], true), await at(RATES[1], true)]
  await world.removeWebhooks([second])
  return { names: groups.map(({ name }) => name), idle, quiet, matched }
}

async function run({ world, target, groups }: CapacityStage, { send, isMatched }: PhaseTask): Promise<LoadPhase> {
  const { dispatchers } = world.cluster
  const handledBefore = await countAtRest(dispatchers)
  const deliveredBefore = target.requests()
  const before = await readUsed(groups)
  const startedAt = performance.now()
  const sent = await send()
  const deliveries = isMatched ? sent.of.write - sent.failed : 0
  const isOver = async () =>
    (await countHandled(dispatchers)) - handledBefore >= sent.total - sent.failed &&
    target.requests() - deliveredBefore >= deliveries
  await eventually(isOver, { timeoutMs: HANDLED_WITHIN_MS, what: `${sent.total} requests are worked off` })
  if (sent.total > 0) await wait(SETTLE_MS)
  const ms = performance.now() - startedAt
  const after = await readUsed(groups)
  const usedMs = new Map([...after].map(([name, used]) => [name, used - (before.get(name) ?? Number.NaN)]))
  return { ms, usedMs, sent, deliveries: target.requests() - deliveredBefore }
}

async function readUsed(groups: readonly ProcessGroup[]): Promise<Map<string, number>> {
  return new Map(await Promise.all(groups.map(async ({ name, usedMs }) => [name, await usedMs()] as const)))
}
