import type { BusEngine } from './bus-engine.ts'
import type { BusNotice, JoinResult, SqliteMembership } from './protocol.ts'

type MemberJoin = { member: number; topic: string; group: string }

/** Knows the members of this process, and tells them what other members and other processes have done. */
export function createMemberWatch(engine: BusEngine, post: (notice: BusNotice) => void) {
  const members = new Map<number, SqliteMembership>()
  let seenVersion: unknown

  function fence(member: number) {
    members.delete(member)
    post({ kind: 'fenced', member })
  }

  return {
    /** The newest member of a group owns it; the one before is told at once when it is in this process. */
    join({ member, topic, group }: MemberJoin): JoinResult {
      const joined = engine.join(topic, group)
      for (const [other, membership] of members) {
        if (other !== member && membership.topic === topic && membership.group === group) fence(other)
      }
      members.set(member, { topic, group, generation: joined.generation })
      return joined
    },

    leave(member: number) {
      members.delete(member)
    },

    /** Looks for what other processes did: a member that took over, records that were sent. */
    beat() {
      const version = engine.dataVersion()
      const isChanged = version !== seenVersion
      seenVersion = version
      for (const [member, membership] of members) {
        if (!engine.isCurrent(membership)) fence(member)
        else post({ kind: 'alive', member })
        if (isChanged) post({ kind: 'appended', topic: membership.topic })
      }
    },
  }
}
