import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient, MongoError, MongoServerError, MongoServerSelectionError } from 'mongodb'
import { StoreOpenError } from '../open-error.ts'
import { judgeProbe, type ProbeVerdict } from './judge-probe.ts'
import { probe } from './probe.ts'

export type MongoStoreOptions = {
  /** `mongodb://` or `mongodb+srv://`, of a replica set. Its credentials appear in no error. */
  uri: string
  /** In front of the name of every database, so that two clusters on one server don't see each other. Default none. */
  prefix?: string
  /** Connections at most. Default 50. */
  maxConnections?: number
  /** How long the start waits for the server. Default 10,000. */
  openTimeoutMs?: number
  /** Told when the server is lost, and when it is back. */
  onWarning?: (message: string) => void
}

/**
 * A server that answers no more is given up when a heartbeat has had both of these times, and what was under way is tried
 * once more: an operation ends within 3 s.
 */
const CONNECT_MS = 1500
const HEARTBEAT_MS = 1000
const SELECTION_MS = 500
const QUEUE_MS = 2000
/** What a rush or an outage has opened is given back. */
const IDLE_MS = 10_000
const PAUSE_MS = 200
const AUTHENTICATION_FAILED = 18
const UNAUTHORIZED = 13

function createClient({ uri, maxConnections = 50 }: MongoStoreOptions): MongoClient {
  try {
    return new MongoClient(uri, {
      appName: 'sluice',
      maxPoolSize: maxConnections,
      maxIdleTimeMS: IDLE_MS,
      waitQueueTimeoutMS: QUEUE_MS,
      // One question a heartbeat. As a stream, the server tells each of them as well, on a connection more.
      serverMonitoringMode: 'poll',
      serverSelectionTimeoutMS: SELECTION_MS,
      connectTimeoutMS: CONNECT_MS,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      readPreference: 'primary',
      readConcern: { level: 'majority' },
      writeConcern: { w: 'majority', journal: true },
      retryReads: true,
      retryWrites: true,
      ignoreUndefined: false,
    })
  } catch {
    // The driver's text may hold the address with the password.
    throw new StoreOpenError(
      'The address of the document store is no address of a MongoDB server, or has an option that is not known. It looks like mongodb://host:27017/?replicaSet=rs0.',
    )
  }
}

function warnOnLoss(client: MongoClient, onWarning: (message: string) => void): void {
  const lost = new Set<string>()
  client.on('error', error => onWarning(`The document store's client failed (${error.name}).`))
  client.on('serverHeartbeatFailed', ({ connectionId }) => {
    if (lost.has(connectionId)) return
    lost.add(connectionId)
    onWarning(`The document store at ${connectionId} does not answer.`)
  })
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => {
    if (lost.delete(connectionId)) onWarning(`The document store at ${connectionId} answers again.`)
  })
}

function openError(error: unknown, client: MongoClient): unknown {
  if (error instanceof StoreOpenError || !(error instanceof MongoError)) return error
  const where = client.options.hosts.map(String).join(', ') || client.options.srvHost
  const code = error instanceof MongoServerError ? error.code : undefined
  if (code === AUTHENTICATION_FAILED || code === UNAUTHORIZED) {
    return new StoreOpenError(
      `The document store at ${where} refuses the user or password, or the user's rights (its error ${code}). Check the credentials and authSource in its address.`,
    )
  }
  return new StoreOpenError(
    `The document store at ${where} can't be used (${error.name}${code === undefined ? '' : ` ${code}`}). Check that it runs, that the address is right, that it can be reached from here, and that it is a replica set with a primary.`,
  )
}

async function withTries(client: MongoClient, db: string, end: number): Promise<ProbeVerdict> {
  for (;;) {
    try {
      await client.connect()
      return judgeProbe(await probe(client, db))
    } catch (error) {
      const mayPass = error instanceof MongoServerSelectionError
      if (!mayPass || performance.now() > end) throw error
      await wait(PAUSE_MS)
    }
  }
}

export type ConnectedClient = { client: MongoClient; strictest: 'linearizable' | 'majority' }

/** @throws StoreOpenError when the server can't be reached, refuses us, or can't do what Sluice needs */
export async function connect(options: MongoStoreOptions): Promise<ConnectedClient> {
  const { prefix = '', openTimeoutMs = 10_000, onWarning = () => {} } = options
  const client = createClient(options)
  warnOnLoss(client, onWarning)
  try {
    const verdict = await withTries(client, `${prefix}probe`, performance.now() + openTimeoutMs - SELECTION_MS)
    if (verdict.kind === 'usable') return { client, strictest: verdict.strictest }
    throw new StoreOpenError(`Sluice can't use this document store. ${verdict.reason}`)
  } catch (error) {
    await client.close().catch(() => undefined)
    throw openError(error, client)
  }
}
