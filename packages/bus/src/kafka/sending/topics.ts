import kafkajs, { type Admin } from 'kafkajs'
import { TopicSettingsError } from '../../errors.ts'
import type { TopicDeclaration } from '../../port.ts'
import { isKafkaError } from '../client/kafka-errors.ts'
import { pause } from '../client/pause.ts'

type TopicSettings = {
  admin: Admin
  maxMessageBytes: number
  nameOf(topic: string): string
  /** Told of what does not lose events by itself, and would with the next fault. */
  onDoubt(message: string): void
}

const WANTED_REPLICAS = 3
/** A broker drops whole files of records, when the newest record in one is old enough: an older one stays longer by this. */
const SEGMENT_MS = 24 * 3_600_000
const READ_SETTINGS = [
  'cleanup.policy',
  'max.message.bytes',
  'compression.type',
  'retention.ms',
  'segment.ms',
  'min.insync.replicas',
]
/** The client reads no other ones. */
const READABLE_COMPRESSIONS = ['producer', 'uncompressed', 'gzip', 'zstd']
const NOT_KNOWN_YET = ['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']
const KNOWN_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 100

/** Fewer brokers are there than a topic of this cluster has replicas. A topic made now would keep too few for good. */
class TooFewBrokersError extends Error {
  override name = 'TooFewBrokersError'
}

/**
 * Makes the topics that are not there: three replicas of which two must have a record before it counts, or as many as
 * there are brokers, but never fewer than the cluster's `default.replication.factor`. @throws TopicSettingsError when one
 * is there with settings that would lose events @throws TooFewBrokersError
 */
export async function createMissingTopics(settings: TopicSettings, topics: readonly TopicDeclaration[]): Promise<void> {
  const end = performance.now() + KNOWN_WITHIN_MS
  for (;;) {
    try {
      return await createAndCheck(settings, topics)
    } catch (error) {
      // Another process makes them at this moment, and not every broker has heard of it.
      if (!isKafkaError(error, ...NOT_KNOWN_YET) || performance.now() > end) throw error
    }
    await pause(LOOK_AGAIN_MS)
  }
}

async function createAndCheck(settings: TopicSettings, topics: readonly TopicDeclaration[]): Promise<void> {
  const existing = new Set(await settings.admin.listTopics())
  const missing = topics.filter(({ name }) => !existing.has(settings.nameOf(name)))
  if (missing.length > 0) await create(settings, missing)
  await checkSettings(settings, topics)
}

async function create({ admin, maxMessageBytes, nameOf }: TopicSettings, topics: readonly TopicDeclaration[]) {
  const replicas = await chooseReplicas(admin)
  await admin.createTopics({
    waitForLeaders: true,
    timeout: 10_000,
    topics: topics.map(({ name, partitions, retentionMs }) => ({
      topic: nameOf(name),
      numPartitions: partitions,
      replicationFactor: replicas,
      configEntries: [
        { name: 'retention.ms', value: String(retentionMs) },
        { name: 'segment.ms', value: String(SEGMENT_MS) },
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'compression.type', value: 'producer' },
        { name: 'min.insync.replicas', value: String(Math.max(1, replicas - 1)) },
        { name: 'max.message.bytes', value: String(maxMessageBytes) },
      ],
    })),
  })
}

/** Brokers that are away for now are known by what their operator wants of each topic alone. */
async function chooseReplicas(admin: Admin): Promise<number> {
  const { brokers } = await admin.describeCluster()
  const expected = await defaultReplicas(admin, brokers[0]?.nodeId ?? 0)
  const replicas = Math.min(WANTED_REPLICAS, Math.max(brokers.length, expected))
  if (replicas <= brokers.length) return replicas
  const wanted = `Topics of this cluster have ${replicas} replicas (default.replication.factor=${expected})`
  throw new TooFewBrokersError(`${wanted}, and ${brokers.length} of its brokers answer.`)
}

/** The cluster's `default.replication.factor`; 1 for who may not read it. */
async function defaultReplicas(admin: Admin, broker: number): Promise<number> {
  const setting = 'default.replication.factor'
  const asked = { type: kafkajs.ConfigResourceTypes.BROKER, name: String(broker), configNames: [setting] }
  try {
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [asked] })
    return Number(resources[0]?.configEntries.find(({ configName }) => configName === setting)?.configValue ?? 1)
  } catch (error) {
    if (isKafkaError(error, 'CLUSTER_AUTHORIZATION_FAILED')) return 1
    throw error
  }
}

async function checkSettings(settings: TopicSettings, topics: readonly TopicDeclaration[]) {
  const { admin, maxMessageBytes, nameOf, onDoubt } = settings
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ name }) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: nameOf(name),
      configNames: READ_SETTINGS,
    })),
  })
  const inSync = new Map<string, number>()
  for (const { resourceName, configEntries } of resources) {
    const found = new Map(configEntries.map(({ configName, configValue }) => [configName, configValue]))
    const wrong = wrongSetting(found, maxMessageBytes)
    if (wrong) throw new TopicSettingsError(`The topic ${resourceName} has ${wrong}`)
    inSync.set(resourceName, Number(found.get('min.insync.replicas')))
    const declared = topics.find(({ name }) => nameOf(name) === resourceName)
    for (const doubt of declared ? retentionDoubts(found, declared) : [])
      onDoubt(`The topic ${resourceName} has ${doubt}`)
  }
  await doubtReplicas(settings, topics, inSync)
}

/** Topics that were made when a broker was missing keep fewer replicas than there are brokers for now. */
async function doubtReplicas(
  { admin, nameOf, onDoubt }: TopicSettings,
  topics: readonly TopicDeclaration[],
  inSync: ReadonlyMap<string, number>,
) {
  const { brokers } = await admin.describeCluster()
  const wanted = Math.min(WANTED_REPLICAS, brokers.length)
  const { topics: described } = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => nameOf(name)) })
  for (const { name, partitions } of described) {
    const fewest = Math.min(...partitions.map(({ replicas }) => replicas.length))
    if (fewest > 2 && inSync.get(name) === 1)
      onDoubt(`The topic ${name} has min.insync.replicas=1, so that one broker may lose events. Set it to 2.`)
    if (fewest >= wanted) continue
    const toDo = `Raise it to ${wanted} (kafka-reassign-partitions), then min.insync.replicas to ${Math.max(1, wanted - 1)}.`
    onDoubt(`The topic ${name} has ${fewest} replicas, and there are ${brokers.length} brokers. ${toDo}`)
  }
}

/** Events that go too soon are lost; those that stay for too long may come again when nobody knows of them any more. */
function retentionDoubts(settings: ReadonlyMap<string, string>, { retentionMs }: TopicDeclaration): string[] {
  const kept = Number(settings.get('retention.ms'))
  const segment = Number(settings.get('segment.ms'))
  const isKeptLonger = kept < 0 || kept > retentionMs
  const again = 'an event that is read again after its log is gone is delivered again'
  return [
    ...(kept >= 0 && kept < retentionMs
      ? [`retention.ms=${kept}: events that wait longer are lost. Set it to ${retentionMs}.`]
      : []),
    ...(isKeptLonger ? [`retention.ms=${kept}: ${again}. Set it to ${retentionMs}.`] : []),
    ...(segment > SEGMENT_MS ? [`segment.ms=${segment}: ${again}. Set it to ${SEGMENT_MS} or less.`] : []),
  ]
}

function wrongSetting(settings: ReadonlyMap<string, string>, maxMessageBytes: number): string | undefined {
  const policy = settings.get('cleanup.policy')
  if (policy !== 'delete') return `cleanup.policy=${policy}, which drops events. Set it to delete.`
  const compression = settings.get('compression.type') ?? 'producer'
  if (!READABLE_COMPRESSIONS.includes(compression))
    return `compression.type=${compression}, which Sluice can't read. Set it to producer.`
  const bytes = Number(settings.get('max.message.bytes'))
  if (bytes < maxMessageBytes) return `max.message.bytes=${bytes}. Set it to ${maxMessageBytes} or more.`
  return undefined
}
