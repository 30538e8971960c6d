import { type Backend, type BackendKind, BackendNotOursError, BackendUnavailableError } from './backend.ts'
import { environment, setting } from './environment.ts'
import { startLocalKafka } from './kafka.ts'
import { findKept, type KeptBackend } from './kept.ts'
import { startLocalMongo } from './mongodb.ts'
import { newBackendFolder } from './own-folder.ts'
import { startLocalRedis } from './redis.ts'

export const BACKEND_KINDS: readonly BackendKind[] = ['mongodb', 'kafka', 'redis']

/** The variables that a given address is read from, and that hand those of a test run to its workers. */
export const ADDRESS_VARIABLES: Record<BackendKind, string> = {
  mongodb: 'MONGODB_URI',
  kafka: 'KAFKA_BROKERS',
  redis: 'REDIS_URL',
}

/** Kinds that a test run could not start, separated by commas. */
export const ABSENT_VARIABLE = 'SLUICE_ABSENT_BACKENDS'

/** Kinds of which a test run has a slow stand-in, separated by commas. */
export const SLOW_VARIABLE = 'SLUICE_SLOW_BACKENDS'

const LAUNCHERS = { mongodb: startLocalMongo, kafka: startLocalKafka, redis: startLocalRedis }

/** Whether the test run said that there is none; its suites are skipped then, and named at the end. */
export const isAbsent = (kind: BackendKind): boolean => isAmong(kind, environment()[ABSENT_VARIABLE])

const isAmong = (kind: BackendKind, kinds = ''): boolean => kinds.split(',').includes(kind)

function given({ kind, address, note, isSlow }: KeptBackend): Backend {
  const notOurs = () => {
    throw new BackendNotOursError(`${kind} is ${note}; it is not ours to stop.`)
  }
  return {
    kind,
    address,
    how: 'given',
    note,
    isSlow,
    kill: async () => notOurs(),
    restart: async () => notOurs(),
    freeze: notOurs,
    thaw: notOurs,
    stop: async () => {},
  }
}

async function inContainer(kind: BackendKind): Promise<Backend | undefined> {
  try {
    // Loaded where it is needed only: it is large.
    const { startContainer } = await import('./container.ts')
    return await startContainer(kind)
  } catch (error) {
    if (!(error instanceof BackendUnavailableError)) throw error
    process.stderr.write(`backends: ${kind} not in a container: ${error.message}\n`)
    return undefined
  }
}

/**
 * A backend that a test may kill and freeze: in a container where a Docker engine answers, else a local process.
 * @throws BackendUnavailableError when it can't be had here
 */
export async function startOwnBackend(kind: BackendKind): Promise<Backend> {
  return (await inContainer(kind)) ?? LAUNCHERS[kind](await newBackendFolder(kind))
}

/**
 * The backend that the environment gives (in `npm test` that of the whole run), else the kept one, else one of its own.
 * @throws BackendUnavailableError when it can't be had here
 */
export async function startBackend(kind: BackendKind): Promise<Backend> {
  const address = setting(ADDRESS_VARIABLES[kind])
  if (address !== undefined) {
    const isSlow = isAmong(kind, environment()[SLOW_VARIABLE])
    return given({ kind, address, note: `given by ${ADDRESS_VARIABLES[kind]}`, isSlow })
  }
  const kept = (await findKept()).find(one => one.kind === kind)
  return kept ? given({ ...kept, note: 'kept by npm run backends -- --keep' }) : startOwnBackend(kind)
}
