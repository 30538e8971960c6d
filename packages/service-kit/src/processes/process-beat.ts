import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type LiveProcess, PROCESSES_COLLECTION, type ProcessFigures } from '@sluice/contracts'
import type { Degradation, Readiness } from '../service/admin-server.ts'
import type { Platform } from '../service/platform.ts'
import type { ProcessPart } from '../service/run-service.ts'
import { productVersion } from '../settings/product-version.ts'
import { readGauge } from '../telemetry/meter-of.ts'
import { GRANT_VERSION } from '../trust/grant.ts'

type ProcessBeatOptions = {
  service: string
  /** The port at which clients, or the gateway, find it. */
  port: number
  platform: Pick<Platform, 'store' | 'changes' | 'db' | 'logger'>
  readiness: Readiness
  degradation?: () => readonly Degradation[]
  /** How often (ms) it is looked whether there is something to tell. Default 1,000. */
  lookMs?: number
}

/** At rest a process tells of itself so often. */
const BEAT_MS = 10_000
/** What has changed is told sooner, but no more often than this. */
const SOONEST_MS = 2_000
const LOOK_MS = 1_000
/** A process that tells nothing any more is not shown for longer. */
const LIFE_MS = 60_000
/** How long a process that stops may take to say so. */
const FAREWELL_MS = 1_000

/** The figures of a process that are told besides its memory, by the name of the gauge. */
const FIGURES = {
  turnMs: 'gateway_turn_ms',
  spoolBytes: 'spool_bytes',
  spoolMaxBytes: 'spool_max_bytes',
  spoolOldestSeconds: 'spool_oldest_seconds',
  busUnreadRecords: 'bus_unread_records',
  busOldestOpenSeconds: 'bus_oldest_open_seconds',
  deliveriesWaiting: 'webhook_deliveries_waiting',
} as const satisfies Partial<Record<keyof ProcessFigures, string>>

/**
 * Tells all others of this process, by a document that ends by itself. Nothing waits for it: while the store is away, the
 * process is only not told of.
 */
export function processBeat(options: ProcessBeatOptions): ProcessPart {
  const { platform, lookMs = LOOK_MS } = options
  const { store, db, logger } = platform
  const processes = store.collection({ db, collection: PROCESSES_COLLECTION })
  const _id = randomUUID()
  const ending = new AbortController()
  let beating = Promise.resolve()
  let told: ProcessState | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let startedAt: Date | undefined
  let isFailing = false

  async function tell(state: ProcessState): Promise<void> {
    toldAt = performance.now()
    startedAt ??= new Date(platform.changes.storeTime() - process.uptime() * 1_000)
    try {
      if (told === undefined) await createProcessIndexes(platform)
      const record = recordOf(options, { _id, startedAt, state })
      await processes.replaceOne({ _id }, record, { upsert: true })
      told = state
      isFailing = false
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'process.not-told')
      isFailing = true
    }
  }

  async function beat(): Promise<void> {
    while (!ending.signal.aborted) {
      const state = stateOf(options)
      const passedMs = performance.now() - toldAt
      const isNews = told !== undefined && passedMs >= SOONEST_MS && !isDeepStrictEqual(state, told)
      if (isNews || passedMs >= BEAT_MS) await tell(state)
      await sleep(lookMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }

  return {
    name: 'process-beat',
    async start() {
      beating = beat()
    },
    async stop(deadlineMs) {
      ending.abort()
      const farewell = beating.then(() => (told ? processes.deleteOne({ _id }) : 0)).catch(() => {})
      await Promise.race([farewell, sleep(Math.min(FAREWELL_MS, deadlineMs), undefined, { ref: false })])
    },
  }
}

/** Does nothing when they are there. */
async function createProcessIndexes({ store, db }: Pick<Platform, 'store' | 'db'>): Promise<void> {
  const processes = store.collection({ db, collection: PROCESSES_COLLECTION })
  await processes.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })
}

/** What is told at once when it changes. */
type ProcessState = Pick<LiveProcess, 'ready' | 'missing' | 'degraded'>

function stateOf({ readiness, degradation = () => [] }: ProcessBeatOptions): ProcessState {
  const missing = [...readiness()]
  const degraded = degradation().map(({ dependency, since, effect }) => ({
    dependency,
    since: new Date(since),
    effect,
  }))
  return { ready: missing.length === 0, missing, degraded }
}

type ProcessMoment = Pick<LiveProcess, '_id' | 'startedAt'> & { state: ProcessState }

function recordOf(
  { service, port, platform }: ProcessBeatOptions,
  { _id, startedAt, state }: ProcessMoment,
): LiveProcess {
  const now = platform.changes.storeTime()
  return {
    _id,
    service,
    version: productVersion,
    grantVersion: GRANT_VERSION,
    host: hostname(),
    port,
    startedAt,
    seenAt: new Date(now),
    ...state,
    figures: figures(),
    endsAt: new Date(now + LIFE_MS),
  }
}

function figures(): ProcessFigures {
  const read = Object.entries(FIGURES).flatMap(([name, gauge]) => {
    const value = readGauge(gauge)
    return value === undefined || !Number.isFinite(value) ? [] : [[name, value] as const]
  })
  return { memoryBytes: process.memoryUsage.rss(), ...Object.fromEntries(read) }
}
