import kafkajs, { type Admin } from 'kafkajs'
import { TopicSettingsError } from '../errors.ts'
import type { TopicDeclaration } from '../port.ts'
import { isKafkaError } from './kafka-errors.ts'
import { pause } from './pause.ts'

type Settings = { admin: Admin; maxMessageBytes: number; nameOf(topic: string): string }

const WANTED_REPLICAS = 3
const NOT_KNOWN_YET = ['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']
const KNOWN_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 100

/**
 * Makes the topics that are not there: three replicas of which two must have a record before it counts, or as many as
 * there are brokers. @throws TopicSettingsError when one is there with settings that would lose events
 */
export async function createMissingTopics(settings: Settings, topics: readonly TopicDeclaration[]): Promise<void> {
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

async function createAndCheck(settings: Settings, topics: readonly TopicDeclaration[]): Promise<void> {
  const existing = new Set(await settings.admin.listTopics())
  const missing = topics.filter(({ name }) => !existing.has(settings.nameOf(name)))
  if (missing.length > 0) await create(settings, missing)
  await checkSettings(settings, topics)
}

async function create({ admin, maxMessageBytes, nameOf }: Settings, topics: readonly TopicDeclaration[]) {
  const { brokers } = await admin.describeCluster()
  const replicas = Math.min(WANTED_REPLICAS, brokers.length)
  await admin.createTopics({
    waitForLeaders: true,
    timeout: 10_000,
    topics: topics.map(({ name, partitions, retentionMs }) => ({
      topic: nameOf(name),
      numPartitions: partitions,
      replicationFactor: replicas,
      configEntries: [
        { name: 'retention.ms', value: String(retentionMs) },
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'min.insync.replicas', value: String(Math.max(1, replicas - 1)) },
        { name: 'max.message.bytes', value: String(maxMessageBytes) },
      ],
    })),
  })
}

async function checkSettings({ admin, maxMessageBytes, nameOf }: Settings, topics: readonly TopicDeclaration[]) {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ name }) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: nameOf(name),
      configNames: ['cleanup.policy', 'max.message.bytes'],
    })),
  })
  for (const { resourceName, configEntries } of resources) {
    const settings = new Map(configEntries.map(({ configName, configValue }) => [configName, configValue]))
    const wrong = wrongSetting(settings, maxMessageBytes)
    if (wrong) throw new TopicSettingsError(`The topic ${resourceName} has ${wrong}`)
  }
}

function wrongSetting(settings: ReadonlyMap<string, string>, maxMessageBytes: number): string | undefined {
  const policy = settings.get('cleanup.policy')
  if (policy !== 'delete') return `cleanup.policy=${policy}, which drops events. Set it to delete.`
  const bytes = Number(settings.get('max.message.bytes'))
  if (bytes < maxMessageBytes) return `max.message.bytes=${bytes}. Set it to ${maxMessageBytes} or more.`
  return undefined
}
