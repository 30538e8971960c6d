import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Backend, BackendUnavailableError } from './backend.ts'
import { findExecutable } from './executable.ts'
import { findFreePorts } from './free-ports.ts'
import { runInstaller } from './install.ts'
import { startLocalProcess } from './local-process.ts'
import { inCache, newBackendFolder, removeFolder } from './own-folder.ts'

const VERSION = '4.3.1'
const FROM_REPOSITORY = (name: string) =>
  fileURLToPath(new URL(`../../../../deploy/backends/kafka/${name}`, import.meta.url))

/** The user that may sign in (by SCRAM-SHA-512), and what the broker shows by TLS, in PEM. */
export type KafkaSecurity = { user: string; password: string; cert: string; key: string }

/** `port`: one more, of this machine, that the broker listens on. Who comes by it is told to go on to `advertised` (`host:port`). */
type KafkaWay = { port: number; advertised: string }

/** A broker that takes clients by TLS only, and who is signed in. @throws BackendUnavailableError like a local one */
export const startSecuredKafka = async (secured: KafkaSecurity): Promise<Backend> =>
  startLocalKafka(await newBackendFolder('kafka'), { secured })

/** A broker that is reached by several addresses, each of them the only one that its clients know. @throws BackendUnavailableError like a local one */
export const startKafkaBehind = async (ways: readonly KafkaWay[]): Promise<Backend> =>
  startLocalKafka(await newBackendFolder('kafka'), { ways })

/** The only broker that is there of a cluster whose topics have so many replicas. @throws BackendUnavailableError like a local one */
export const startLoneKafka = async (defaultReplicas: number): Promise<Backend> =>
  startLocalKafka(await newBackendFolder('kafka'), { defaultReplicas })

/** How clients come to it, beside the plain way: one of the first two. And the replicas of a topic that is made without their number. */
type KafkaAccess = { secured?: KafkaSecurity; ways?: readonly KafkaWay[]; defaultReplicas?: number }

/**
 * A broker of one node from plain jars, without Docker: by Maven once, then from the cache. Java 17.
 * @throws BackendUnavailableError when Java is not there, or Maven when the jars are not in the cache yet
 */
export async function startLocalKafka(folder: string, reached: KafkaAccess = {}): Promise<Backend> {
  const java = await findExecutable('java')
  if (!java) throw new BackendUnavailableError('Kafka needs Java 17 or newer: no java on the PATH.')
  const libs = await provideJars()
  const [port = 0, controllerPort = 0, securedPort = 0] = await findFreePorts(3)
  const properties = join(folder, 'server.properties')
  const lines = serverProperties({
    port,
    controllerPort,
    data: join(folder, 'data'),
    defaultReplicas: reached.defaultReplicas ?? 1,
  })
  const { secured } = reached
  await writeFile(properties, lines + (await moreListeners(reached, { folder, port, controllerPort, securedPort })))
  await formatStorage({ java, libs, properties, users: secured ? scramUser(secured) : [] })
  const running = await startLocalProcess({
    command: java,
    args: javaArguments(libs, ['kafka.Kafka', properties]),
    folder,
    ready: /Kafka Server started/,
    readyWithinMs: 60_000,
  })
  return {
    kind: 'kafka',
    address: `127.0.0.1:${secured ? securedPort : port}`,
    how: 'local',
    note: `Kafka ${VERSION} from the jars in ${libs}`,
    kill: () => running.kill(),
    restart: () => running.start(),
    freeze: () => running.freeze(),
    thaw: () => running.thaw(),
    stop: async () => {
      await running.kill()
      await removeFolder(folder)
    },
  }
}

function javaArguments(libs: string, main: readonly string[]): string[] {
  const memory = ['-Xms64m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  return [...memory, `-Dlog4j2.configurationFile=${FROM_REPOSITORY('log4j2.xml')}`, '-cp', join(libs, '*'), ...main]
}

/** Two runs that begin at once each fetch into a folder of their own; the first one to be done gives it its name. */
async function provideJars(): Promise<string> {
  const cache = await inCache('kafka')
  const libs = join(cache, `libs-${VERSION}`)
  const found = await readdir(libs).catch(() => [])
  if (found.length > 0) return libs
  const maven = await findExecutable('mvn')
  if (!maven) throw new BackendUnavailableError(`Kafka needs Maven once, to fetch its jars: no mvn on the PATH.`)
  const fetched = `${libs}.${process.pid}`
  const args = ['-q', '-B', '-ntp', '-f', FROM_REPOSITORY('pom.xml')]
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
  const into = ['-DincludeScope=runtime', `-DoutputDirectory=${fetched}`]
  const isDone = await runInstaller({
    what: `Kafka ${VERSION} (44 MB, once)`,
    command: maven,
    args: [...args, copy, ...into],
  })
  if (!isDone) throw new BackendUnavailableError('Maven could not fetch the jars of Kafka; see what it wrote above.')
  await rename(fetched, libs).catch(() => rm(fetched, { recursive: true }))
  return libs
}

type KafkaFormat = { java: string; libs: string; properties: string; users: readonly string[] }

/** `format` wants an id of 22 characters of base64url, of which the first must not look like an option. */
async function formatStorage({ java, libs, properties, users }: KafkaFormat) {
  const clusterId = `s${randomBytes(16).toString('base64url').slice(0, 21)}`
  const main = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties, ...users]
  const child = spawn(java, javaArguments(libs, main), { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new BackendUnavailableError(`Kafka could not format its storage (exit ${code}).`)
}

const scramUser = ({ user, password }: KafkaSecurity) => [
  '--add-scram',
  `SCRAM-SHA-512=[name=${user},password=${password}]`,
]

async function moreListeners({ secured, ways = [] }: KafkaAccess, placed: KafkaPlacement): Promise<string> {
  if (secured) return secure(secured, placed)
  return ways.length > 0 ? openWays(ways, placed) : ''
}

type KafkaPlacement = { folder: string; port: number; controllerPort: number; securedPort: number }

/** One more listener, for clients; the broker speaks to itself by the other one. */
async function secure(
  { cert, key }: KafkaSecurity,
  { folder, port, controllerPort, securedPort }: KafkaPlacement,
): Promise<string> {
  const keys = join(folder, 'keys.pem')
  await writeFile(keys, key + cert)
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;'
  return `
listeners=PLAINTEXT://127.0.0.1:${port},SECURED://127.0.0.1:${securedPort},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port},SECURED://127.0.0.1:${securedPort}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
listener.name.secured.sasl.enabled.mechanisms=SCRAM-SHA-512
listener.name.secured.scram-sha-512.sasl.jaas.config=${scram}
listener.name.secured.ssl.keystore.type=PEM
listener.name.secured.ssl.keystore.location=${keys}
`
}

/** Each address is a listener of its own; the broker speaks to itself by the first one. */
function openWays(ways: readonly KafkaWay[], { port, controllerPort }: KafkaPlacement): string {
  const named = ways.map((way, index) => ({ ...way, name: `WAY${index}` }))
  const listeners = named.map(way => `${way.name}://127.0.0.1:${way.port}`)
  const advertised = named.map(way => `${way.name}://${way.advertised}`)
  return `
listeners=${[`PLAINTEXT://127.0.0.1:${port}`, ...listeners, `CONTROLLER://127.0.0.1:${controllerPort}`].join(',')}
advertised.listeners=${[`PLAINTEXT://127.0.0.1:${port}`, ...advertised].join(',')}
listener.security.protocol.map=${['PLAINTEXT', 'CONTROLLER', ...named.map(({ name }) => name)].map(name => `${name}:PLAINTEXT`).join(',')}
inter.broker.listener.name=PLAINTEXT
num.network.threads=1
`
}

type KafkaPlan = { port: number; controllerPort: number; data: string; defaultReplicas: number }

/** Small, quick to join and to come back: with the default of 9 s a killed broker is known as gone only after 13 s. */
const serverProperties = ({ port, controllerPort, data, defaultReplicas }: KafkaPlan): string => `
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
controller.quorum.voters=1@127.0.0.1:${controllerPort}
log.dirs=${data}
auto.create.topics.enable=false
default.replication.factor=${defaultReplicas}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
log.retention.check.interval.ms=1000
`
