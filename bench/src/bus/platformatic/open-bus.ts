import { Admin } from '@platformatic/kafka'
import { BusUnavailableError } from '../../../../packages/bus/src/errors.ts'
import { createSender } from '../../../../packages/bus/src/kafka/sending/sender.ts'
import type { Bus, TopicDeclaration } from '../../../../packages/bus/src/port.ts'
import { type BrokerAddress, clientOptions } from './address.ts'
import { createMember, type PlatformaticMemberOptions } from './member.ts'
import { isProtocolError } from './protocol-errors.ts'
import { createBatchProducer } from './send-batches.ts'

type PlatformaticBusOptions = BrokerAddress &
  Partial<PlatformaticMemberOptions['timing']> & { prefix?: string; maxRecordBytes?: number; sendTimeoutMs?: number }

const DEFAULT_TIMING = {
  sessionTimeoutMs: 30_000,
  rebalanceTimeoutMs: 8_000,
  heartbeatEveryMs: 1_000,
  joinTimeoutMs: 15_000,
}

/**
 * The bus port on the public API of @platformatic/kafka, for comparison. Its queue of what is to be sent, its assigner
 * and its reading state are those of the adapter that ships, so that a difference is one of the clients.
 */
export function openPlatformaticBus(options: PlatformaticBusOptions): Bus {
  const { prefix = '', maxRecordBytes = 1024 * 1024, sendTimeoutMs = 15_000 } = options
  const timing = { ...DEFAULT_TIMING, ...options }
  const producer = createBatchProducer(options)
  const sender = createSender({ produce: producer.produce, maxRecordBytes, sendTimeoutMs })
  const members = new Set<{ close(): Promise<void> }>()
  const nameOf = (topic: string) => `${prefix}${topic}`
  let isClosed = false

  function ensureOpen() {
    if (isClosed) throw new BusUnavailableError('The bus is closed.')
  }

  return {
    createTopics: topics => createTopics(options, topics, nameOf),
    async send(topic, records) {
      ensureOpen()
      await sender.send(nameOf(topic), records)
    },
    async consume({ topic, group }, listener) {
      ensureOpen()
      const member = createMember({
        address: options,
        timing,
        topic: { name: nameOf(topic), label: topic },
        group: `${prefix}${group}.${topic}`,
        listener,
      })
      members.add(member)
      await member.join().catch(error => {
        members.delete(member)
        throw error
      })
      return { ...member, close: () => member.close().finally(() => members.delete(member)) }
    },
    async close() {
      isClosed = true
      sender.close()
      await Promise.all([...members].map(member => member.close()))
      producer.close()
    },
  }
}

async function createTopics(
  address: BrokerAddress,
  topics: readonly TopicDeclaration[],
  nameOf: (topic: string) => string,
): Promise<void> {
  const admin = new Admin({ ...clientOptions(address), retries: 8 })
  try {
    for (const { name, partitions, retentionMs } of topics) {
      const configs = [{ name: 'retention.ms', value: String(retentionMs) }]
      await admin.createTopics({ topics: [nameOf(name)], partitions, replicas: 1, configs }).catch(unlessItIsThere)
    }
  } finally {
    await admin.close()
  }
}

function unlessItIsThere(error: unknown) {
  if (!isProtocolError(error, 'TOPIC_ALREADY_EXISTS')) throw error
}
