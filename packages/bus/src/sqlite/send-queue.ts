import type { BusEngine, TopicSend } from './bus-engine.ts'

type QueuedSend = TopicSend & { id: number }

type SendSettlement = { settle(id: number, error?: unknown): void; appended(topic: string): void }

/** Sends that wait at the same moment are written in one commit. */
export function createSendQueue(engine: BusEngine, { settle, appended }: SendSettlement) {
  let queue: QueuedSend[] = []
  let isScheduled = false

  function write(sends: readonly QueuedSend[]) {
    try {
      engine.append(sends)
    } catch (error) {
      for (const { id } of sends) settle(id, error)
      return
    }
    for (const { id } of sends) settle(id)
    for (const topic of new Set(sends.map(send => send.topic))) appended(topic)
  }

  function flush() {
    isScheduled = false
    const sends = queue
    queue = []
    const good = sends.filter(send => engine.hasTopic(send.topic))
    // A send to a topic that is not there must not take the others with it; alone, it fails with its own message.
    for (const send of sends) if (!good.includes(send)) write([send])
    if (good.length > 0) write(good)
  }

  return {
    add(send: QueuedSend) {
      queue.push(send)
      if (isScheduled) return
      isScheduled = true
      setImmediate(flush)
    },
    /** Everything that came before the next request is in the file when it runs. */
    flush() {
      if (queue.length > 0) flush()
    },
  }
}
