import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { type Backend, type BackendKind, BackendUnavailableError } from './backend.ts'
import { setting } from './environment.ts'
import { findFreePorts } from './free-ports.ts'
import { initiateReplicaSet } from './replica-set.ts'

/** `port` is the same inside and outside, as a broker and a replica set tell clients where they are. */
type ContainerPlan = {
  image: string
  command: (port: number) => string[]
  variables: (port: number) => Record<string, string>
  ready: RegExp
  address: (port: number) => string
  prepare: (port: number) => Promise<void>
}

const MONGOD = '--replSet rs0 --bind_ip_all'
const nothing = async () => {}

const PLANS: Record<BackendKind, ContainerPlan> = {
  mongodb: {
    image: setting('TEST_IMAGE_MONGODB') ?? 'mongo:8',
    // A server that is no mongod takes other arguments.
    command: port => [...(setting('TEST_IMAGE_MONGODB_ARGS') ?? MONGOD).split(' '), '--port', String(port)],
    variables: () => ({}),
    ready: /Waiting for connections|listening on/,
    address: port => `mongodb://127.0.0.1:${port}/?directConnection=true`,
    prepare: port => initiateReplicaSet(`mongodb://127.0.0.1:${port}/?directConnection=true`, `localhost:${port}`),
  },
  kafka: {
    image: setting('TEST_IMAGE_KAFKA') ?? 'apache/kafka:4.3.1',
    command: () => [],
    variables: kafkaVariables,
    ready: /Kafka Server started/,
    address: port => `127.0.0.1:${port}`,
    prepare: nothing,
  },
  redis: {
    image: setting('TEST_IMAGE_REDIS') ?? 'redis:8',
    command: port => ['redis-server', '--port', String(port), '--save', '', '--appendonly', 'no'],
    variables: () => ({}),
    ready: /Ready to accept connections/,
    address: port => `redis://127.0.0.1:${port}`,
    prepare: nothing,
  },
}

function kafkaVariables(port: number): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_LISTENERS: `PLAINTEXT://0.0.0.0:${port},CONTROLLER://localhost:29093`,
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:29093',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
    KAFKA_BROKER_SESSION_TIMEOUT_MS: '2000',
    KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
  }
}

const findEngine = () => getContainerRuntimeClient().catch(() => undefined)

async function run({ image, command, variables, ready }: ContainerPlan, port: number) {
  const described = new GenericContainer(image)
    .withCommand(command(port))
    .withEnvironment(variables(port))
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(ready))
    .withStartupTimeout(60_000)
  try {
    return await described.start()
  } catch (error) {
    throw new BackendUnavailableError(
      `The image ${image} can't be run: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** One backend in a container; undefined where no Docker engine answers. @throws BackendUnavailableError without the image */
export async function startContainer(kind: BackendKind): Promise<Backend | undefined> {
  const engine = await findEngine()
  if (!engine) return undefined
  const plan = PLANS[kind]
  const [port = 0] = await findFreePorts(1)
  const started = await run(plan, port)
  await plan.prepare(port)
  const container = engine.container.getById(started.getId())
  const report = (error: unknown) => void process.stderr.write(`backends: ${kind}: ${error}\n`)
  return {
    kind,
    address: plan.address(port),
    how: 'container',
    note: `the image ${plan.image}`,
    kill: async () => void (await container.kill()),
    restart: () => started.restart({ timeout: 0 }),
    freeze: () => void container.pause().catch(report),
    thaw: () => void container.unpause().catch(report),
    stop: async () => void (await started.stop({ timeout: 0 })),
  }
}
