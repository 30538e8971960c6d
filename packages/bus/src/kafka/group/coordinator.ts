import type Cluster from 'kafkajs/src/cluster/index.js'
import type { Broker } from 'kafkajs/src/cluster/index.js'
import { isKafkaError } from '../client/kafka-errors.ts'

/** What a member is to its group. `lost`: the group has gone on without it. */
export type MemberStanding = 'member' | 'rebalancing' | 'lost'

/** What the coordinator said of the member that asked; undefined when it is no answer of that kind. */
export function standingOf(error: unknown): Exclude<MemberStanding, 'member'> | undefined {
  if (isKafkaError(error, 'REBALANCE_IN_PROGRESS')) return 'rebalancing'
  return isKafkaError(error, 'UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION') ? 'lost' : undefined
}

/** Asks the broker that keeps the group; after any other failure it is looked for again. */
export type AskCoordinator = <T>(ask: (broker: Broker) => Promise<T>) => Promise<T>

export function createCoordinatorLink(cluster: Cluster, groupId: string): AskCoordinator {
  let coordinator: Broker | undefined

  return async ask => {
    try {
      coordinator ??= await cluster.findGroupCoordinator({ groupId })
      return await ask(coordinator)
    } catch (error) {
      if (!standingOf(error)) coordinator = undefined
      throw error
    }
  }
}
