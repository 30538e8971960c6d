import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { type ISocketFactory, Kafka, type KafkaConfig, logLevel, type SASLOptions } from 'kafkajs'
import Cluster from 'kafkajs/src/cluster/index.js'
import loggers from 'kafkajs/src/loggers/index.js'
import { patchConnection } from './patch-connection.ts'
import { patchFetch } from './patch-fetch.ts'
import { patchRequestQueue } from './patch-request-queue.ts'

type KafkaLogEntry = { level: 'error' | 'warn' | 'info'; message: string }

export type KafkaAddress = {
  /** `host:port` of at least one broker. */
  brokers: readonly string[]
  clientId: string
  ssl?: ConnectionOptions | boolean
  sasl?: SASLOptions
  /** After this long without an answer a broker counts as gone. Default 5 s. */
  requestTimeoutMs?: number
  /** Told what the client library has to say; nothing is written anywhere else. */
  onLog?(entry: KafkaLogEntry): void
  /** After how long (ms) a member of a group looks whether a topic has more partitions. Default 10,000. */
  metadataMaxAgeMs?: number
}

/** Something that speaks to the brokers over connections of its own. `end` cuts them for good, `cut` for now. */
export type KafkaClient<T> = { client: T; end(): void; cut(): void }

class ConnectionCutError extends Error {
  override name = 'ConnectionCutError'
}

const CONNECT_TIMEOUT_MS = 2_000
const KEEP_ALIVE_MS = 10_000
const METADATA_MAX_AGE_MS = 10_000
export const READ_COMMITTED = 1

patchRequestQueue()
patchConnection()
patchFetch()

/** Sockets that can be cut: the client waits for answers when it disconnects, and a frozen broker gives none. */
function createSockets() {
  const open = new Set<Socket>()
  let isEnded = false

  const factory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : connectTcp({ host, port }, onConnect)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    open.add(socket)
    const connecting = setTimeout(abandon, CONNECT_TIMEOUT_MS, socket)
    socket.once(ssl ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    socket.once('close', () => {
      clearTimeout(connecting)
      open.delete(socket)
    })
    // What still arrives on a connection that was ended must not be read as the next one's.
    socket.once('finish', () => socket.destroy())
    if (isEnded) abandon(socket)
    return socket
  }

  function cut() {
    for (const socket of open) abandon(socket)
  }

  function end() {
    isEnded = true
    cut()
  }

  return { factory, cut, end, isEnded: () => isEnded }
}
type Sockets = ReturnType<typeof createSockets>

/** Only an error makes the client give up what it waits for. */
const abandon = (socket: Socket) => socket.destroy(new ConnectionCutError('The connection was given up.'))

function levelOf(level: logLevel): KafkaLogEntry['level'] {
  if (level === logLevel.ERROR) return 'error'
  return level === logLevel.WARN ? 'warn' : 'info'
}

function configure(address: KafkaAddress, { factory, isEnded }: Sockets) {
  const { brokers, clientId, ssl, sasl, requestTimeoutMs = 5_000, onLog = () => {} } = address
  return {
    // Without a broker to turn to, what is still tried after the end fails for good.
    brokers: () => (isEnded() ? [] : [...brokers]),
    clientId,
    ...(ssl ? { ssl } : {}),
    ...(sasl ? { sasl } : {}),
    requestTimeout: requestTimeoutMs,
    // Ours comes first: the client leaves a socket that is late open, and uses it.
    connectionTimeout: CONNECT_TIMEOUT_MS + 500,
    authenticationTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    socketFactory: factory,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, namespace, log }) =>
        isEnded() || onLog({ level: levelOf(level), message: `${namespace}: ${log.message}` }),
  } satisfies KafkaConfig
}

/** For producers and administration: tries again `retries` times, or until `end`. */
export function createKafka(address: KafkaAddress, retries: number): KafkaClient<Kafka> {
  const sockets = createSockets()
  const retry = { retries, initialRetryTime: 100, maxRetryTime: 1_000, multiplier: 2, factor: 0.2 }
  return { client: new Kafka({ ...configure(address, sockets), retry }), cut: sockets.cut, end: sockets.end }
}

/** For members of a group, who do their own trying again: what fails is said at once. */
export function createCluster(address: KafkaAddress): KafkaClient<Cluster> {
  const sockets = createSockets()
  const { logLevel: level, logCreator, ssl, ...config } = configure(address, sockets)
  const cluster = new Cluster({
    ...config,
    ...(ssl ? { ssl: ssl === true ? {} : ssl } : {}),
    logger: loggers.createLogger({ level, logCreator }),
    retry: { retries: 1, initialRetryTime: 100, maxRetryTime: 200, multiplier: 2, factor: 0.2 },
    metadataMaxAge: address.metadataMaxAgeMs ?? METADATA_MAX_AGE_MS,
    allowAutoTopicCreation: false,
    isolationLevel: READ_COMMITTED,
  })
  return { client: cluster, cut: sockets.cut, end: sockets.end }
}
