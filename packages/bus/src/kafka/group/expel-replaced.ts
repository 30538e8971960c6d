import type Cluster from 'kafkajs/src/cluster/index.js'
import type { GroupMemberName } from '../../port.ts'
import { createCluster, type KafkaAddress } from '../client/kafka-client.ts'
import { describeError } from '../client/kafka-errors.ts'
import { pause } from '../client/pause.ts'

type AddressedGroup = { address: KafkaAddress; group: string }

const LOOKS = 25
const LOOK_AGAIN_MS = 200

/**
 * Takes members whose processes are gone out of the group, so that it does not wait for them. The new member is let in
 * first: a group that nobody is left in waits for others to come. By a connection of its own, as the broker answers
 * nothing else on one that is joining. What fails is tried again for 5 s, then told, and costs time alone: the group drops
 * them by itself.
 */
export async function expelReplaced(
  { address, group }: AddressedGroup,
  member: GroupMemberName,
  ending: AbortSignal,
): Promise<void> {
  const isReplaced = await Promise.race([member.isReplaced, ended(ending)])
  if (!isReplaced) return
  const { client, end } = createCluster(address)
  // A broker that has just started knows the group a little later.
  let trouble = ''
  const failed = (error: unknown) => {
    trouble = describeError(error)
    return false
  }
  try {
    for (let look = 1; look <= LOOKS && !ending.aborted; look += 1) {
      const meant = { own: member.name, isReplaced, isLast: look === LOOKS }
      if (await expel(client, group, meant).catch(failed)) return
      await pause(LOOK_AGAIN_MS, ending)
    }
  } finally {
    end()
  }
  if (ending.aborted) return
  const message = `Former members of ${group} were not taken out, and are waited for: ${trouble}`
  address.onLog?.({ level: 'warn', message })
}

type Meant = { own: string; isReplaced(name: string): boolean; isLast: boolean }

/** @returns false when the new member is not there yet */
async function expel(cluster: Cluster, groupId: string, { own, isReplaced, isLast }: Meant): Promise<boolean> {
  await cluster.connect()
  const coordinator = await cluster.findGroupCoordinator({ groupId })
  const { groups } = await coordinator.describeGroups({ groupIds: [groupId] })
  const members = groups.flatMap(group => group.members)
  if (!isLast && !members.some(({ clientId }) => clientId === own)) return false
  for (const { memberId, clientId } of members) {
    if (isReplaced(clientId)) await coordinator.leaveGroup({ groupId, memberId })
  }
  return true
}

const ended = (signal: AbortSignal) =>
  new Promise<undefined>(resolve => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
