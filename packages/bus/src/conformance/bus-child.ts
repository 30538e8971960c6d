import { z } from 'zod'
import type { Bus, Consumer } from '../port.ts'

const childOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('produce'), topic: z.string() }),
  z.object({
    kind: z.literal('consume'),
    topic: z.string(),
    group: z.string(),
    read: z.number(),
    commit: z.number(),
  }),
])
export type ChildOrder = z.infer<typeof childOrder>

/** What a child says: an acknowledged key, or that it has read and committed what it should. */
export const childReport = z.union([z.object({ acknowledged: z.string() }), z.object({ committed: z.number() })])
type ChildReport = z.infer<typeof childReport>

/** Does what its parent orders until it is killed, and ends with its parent. */
export function runBusChild(bus: Bus) {
  process.on('disconnect', () => process.exit())
  process.on('message', async order => {
    const parsed = childOrder.parse(order)
    await (parsed.kind === 'produce' ? produce(bus, parsed.topic) : consume(bus, parsed))
  })
  process.send?.('ready')
}

const report = (said: ChildReport) => process.send?.(said)

async function produce(bus: Bus, topic: string) {
  for (let count = 0; ; count++) {
    const key = `key-${count}`
    await bus.send(topic, [{ key, value: Buffer.from(key), headers: {} }])
    report({ acknowledged: key })
  }
}

/** Reads partition 0 of a topic and commits the first `commit` of its records. */
async function consume(bus: Bus, { topic, group, read, commit }: ChildOrder & { kind: 'consume' }) {
  const enough = Promise.withResolvers<void>()
  let generation = 0
  let count = 0
  const consumer: Consumer = await bus.consume(
    { topic, group },
    {
      assigned: next => {
        generation = next
      },
      revoked: () => {},
      record: () => ++count === read && enough.resolve(),
    },
  )
  await enough.promise
  await consumer.commit(generation, new Map([[0, BigInt(commit)]]))
  report({ committed: commit })
}
