import type { RecordMetadata } from 'kafkajs'
import type { RecordMessage } from './patch-produce.ts'

type TopicMessages = { topic: string; messages: readonly RecordMessage[] }

/**
 * Tells whether a broker has taken what was sent to each partition. kafkajs 2.2.4 says that all was sent, and sends no more, when
 * a partition has moved after its broker had refused it to a broker that has answered for others already.
 */
export function isAllAnswered(sent: readonly TopicMessages[], answers: readonly RecordMetadata[]): boolean {
  const answered = new Set(answers.map(({ topicName, partition }) => `${partition} ${topicName}`))
  return sent.every(({ topic, messages }) => messages.every(({ partition }) => answered.has(`${partition} ${topic}`)))
}
