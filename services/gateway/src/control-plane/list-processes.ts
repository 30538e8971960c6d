import { type LiveProcess, PROCESSES_COLLECTION, processRecord, wireDate } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { z } from 'zod'

type Dependencies = {
  store: Store
  db: string
  /** Epoch ms by the store's clock. */
  now(): number
}

/** More than that are not shown: a process that starts again and again leaves one of each start for a minute. */
const MOST = 500

const stored = processRecord.shape
const processAnswer = z
  .object({
    id: stored._id.meta({ description: 'Another one at each start.' }),
    service: stored.service,
    version: stored.version,
    host: stored.host,
    port: stored.port,
    startedAt: wireDate,
    /** When it told this; a process that is silent for 60 s is not listed any more. */
    seenAt: wireDate,
    ready: stored.ready,
    missing: stored.missing.meta({ description: 'What is not ready.' }),
    degraded: z.array(z.object({ dependency: z.string(), since: wireDate, effect: z.string() })),
    figures: stored.figures.meta({ description: 'As the metrics say them; absent where a process has none.' }),
  })
  .meta({ id: 'Process' })

/** `GET /admin/processes`: every process that has told of itself within the last minute, with how it is. */
export const listProcesses = ({ store, db, now }: Dependencies): Operation => ({
  id: 'listProcesses',
  tag: 'admin',
  summary: 'Lists the processes of Sluice that run, with how they are',
  answers: { 200: z.array(processAnswer) },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'],
  examples: { answers: { 200: [exampleProcess()] } },
  async handle() {
    const processes = store.collection({ db, collection: PROCESSES_COLLECTION })
    const options = { sort: { service: 1, startedAt: 1 }, limit: MOST } as const
    const found = await processes.find({ endsAt: { $gt: new Date(now()) } }, options)
    return ok(found.flatMap(document => processRecord.safeParse(document).data ?? []).map(toAnswer))
  },
})

function toAnswer({ _id: id, startedAt, seenAt, degraded, endsAt: _, grantVersion: __, ...told }: LiveProcess) {
  return {
    id,
    ...told,
    startedAt: { $date: startedAt.getTime() },
    seenAt: { $date: seenAt.getTime() },
    degraded: degraded.map(({ since, ...one }) => ({ ...one, since: { $date: since.getTime() } })),
  }
}

function exampleProcess(): z.infer<typeof processAnswer> {
  return {
    id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    service: 'gateway',
    version: '0.1.0',
    host: 'gateway-0',
    port: 8080,
    startedAt: { $date: 1_790_000_000_000 },
    seenAt: { $date: 1_790_000_010_000 },
    ready: true,
    missing: [],
    degraded: [],
    figures: { memoryBytes: 104_857_600, turnMs: 0.3, spoolBytes: 0 },
  }
}
