import type { AskCoordinator } from './coordinator.ts'

type Identity = { groupId: string; memberId: string; generation: number }

type Options = { ask: AskCoordinator; topic: string; identity(): Identity }

/** Reads and commits the offsets at which a group stands in its topic, as its coordinator keeps them. */
export function createGroupOffsets({ ask, topic, identity }: Options) {
  return {
    /** The coordinator refuses it from a member or generation that is not the present one. */
    async commit(offsets: ReadonlyMap<number, bigint>): Promise<void> {
      if (offsets.size === 0) return
      const { groupId, memberId, generation } = identity()
      const partitions = [...offsets].map(([partition, offset]) => ({ partition, offset: String(offset) }))
      const topics = [{ topic, partitions }]
      await ask(broker => broker.offsetCommit({ groupId, memberId, groupGenerationId: generation, topics }))
    },

    /** @returns where the group stands; partitions that it has never committed are missing */
    async committed(partitions: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
      const topics = [{ topic, partitions: partitions.map(partition => ({ partition })) }]
      const { responses } = await ask(broker => broker.offsetFetch({ groupId: identity().groupId, topics }))
      const found = responses.flatMap(response => response.partitions)
      const known = found.filter(({ offset }) => BigInt(offset) >= 0n)
      return new Map(known.map(({ partition, offset }) => [partition, BigInt(offset)]))
    },
  }
}
export type GroupOffsets = ReturnType<typeof createGroupOffsets>
