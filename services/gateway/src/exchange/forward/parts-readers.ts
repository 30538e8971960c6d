import { setTimeout as sleep } from 'node:timers/promises'
import { PROCESSES_COLLECTION, processRecord, type UpstreamName } from '@sluice/contracts'
import { createSparseLog, type Logger, type Platform, type ProcessPart } from '@sluice/service-kit'
import { z } from 'zod'

/** Tells whether every process of a service that runs reads grants in two parts. One that does not is sent whole grants. */
export type PartsReaders = ProcessPart & { has(service: UpstreamName): boolean }

type WatchOptions = Pick<Platform, 'store' | 'db' | 'changes'> & {
  logger: Logger
  /** How often (ms) it is looked which processes run. Default 2,000. */
  lookMs?: number
}

const LOOK_MS = 2_000
/** A look reads so many processes at most. Where there are more, an older one may be among those that it has not seen. */
const MOST = 500
/** The first form that has two parts. */
const IN_PARTS = 2
const running = z.object({ service: processRecord.shape.service, grantVersion: processRecord.shape.grantVersion })
type ReadingProcess = z.infer<typeof running>

/**
 * Watches the processes of all services. Nobody waits for it: until it has looked, a service is taken for one of the version
 * before, whose form of a grant each version reads; while the store is away, what was seen last counts.
 */
export function watchPartsReaders({ store, db, changes, logger, lookMs = LOOK_MS }: WatchOptions): PartsReaders {
  const processes = store.collection({ db, collection: PROCESSES_COLLECTION })
  const logUnread = createSparseLog(fields => logger.warn(fields, 'processes.not-read'))
  const ending = new AbortController()
  let readers: ReadonlySet<string> = new Set()

  async function look(): Promise<void> {
    const projection = { service: 1, grantVersion: 1 } as const
    const found = await processes.find({ endsAt: { $gt: new Date(changes.storeTime()) } }, { projection, limit: MOST })
    const isWhole = found.length < MOST
    readers = readersOf(isWhole ? found.flatMap(document => running.safeParse(document).data ?? []) : [])
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) => logUnread({ err: error }))
      await sleep(lookMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }

  return {
    name: 'parts-readers',
    has: service => readers.has(service),
    async start() {
      void watch()
    },
    async stop() {
      ending.abort()
    },
  }
}

function readersOf(processes: readonly ReadingProcess[]): Set<string> {
  const byService = Map.groupBy(processes, ({ service }) => service)
  const all = [...byService].filter(([, each]) => each.every(({ grantVersion = 1 }) => grantVersion >= IN_PARTS))
  return new Set(all.map(([service]) => service))
}
