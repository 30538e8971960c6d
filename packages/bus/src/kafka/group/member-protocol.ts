import { AssignerProtocol } from 'kafkajs'
import { z } from 'zod'
import { assignSticky, type GroupMember } from './assign-sticky.ts'

/** `nonce`: another one makes the group share its partitions out anew. */
export type PartitionClaim = { generation: number; owned: readonly number[]; nonce: number }

const claim = z.object({ generation: z.int(), owned: z.array(z.int()), nonce: z.int() })

/** What a member says of itself when it joins. */
export function encodeClaim(topic: string, said: PartitionClaim): Buffer {
  return AssignerProtocol.MemberMetadata.encode({
    version: 1,
    topics: [topic],
    userData: Buffer.from(JSON.stringify(said)),
  })
}

/** A member whose words can't be read owns nothing. */
function decodeMember({ memberId, memberMetadata }: { memberId: string; memberMetadata: Buffer }): GroupMember {
  try {
    const userData = AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData
    return { id: memberId, ...claim.parse(JSON.parse(String(userData))) }
  } catch {
    return { id: memberId, generation: -1, owned: [] }
  }
}

type PartitionSharing = {
  topic: string
  partitions: readonly number[]
  members: readonly { memberId: string; memberMetadata: Buffer }[]
}

/** What the leader of a group answers: who gets which partitions. */
export function shareOut({ topic, partitions, members }: PartitionSharing) {
  return [...assignSticky(partitions, members.map(decodeMember))].map(([memberId, own]) => ({
    memberId,
    memberAssignment: AssignerProtocol.MemberAssignment.encode({
      version: 1,
      assignment: { [topic]: [...own] },
      userData: Buffer.alloc(0),
    }),
  }))
}

export function decodeShare(topic: string, memberAssignment: Buffer): number[] {
  return AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment[topic] ?? []
}
