import { BusUnavailableError } from '../errors.ts'
import type { FetchResult, JoinResult, MemberPosition } from './protocol.ts'
import type { WorkerLink } from './worker-link.ts'

export type MemberIdentity = { member: number; topic: string; group: string }

/** What one member asks of the worker, always in the generation of its last `join`. */
export function createMember(link: WorkerLink, { member, topic, group }: MemberIdentity) {
  let generation = 0
  const membership = () => ({ topic, group, generation })

  return {
    generation: () => generation,

    async join(): Promise<JoinResult> {
      const answer = await link.ask({ kind: 'join', member, topic, group })
      if (answer.kind !== 'joined') throw new BusUnavailableError('The bus did not let this member join.')
      generation = answer.generation
      return answer
    },

    async fetch(positions: readonly MemberPosition[]): Promise<FetchResult> {
      const answer = await link.ask({ kind: 'fetch', membership: membership(), positions })
      const isFetched = answer.kind === 'records' || answer.kind === 'fenced' || answer.kind === 'expired'
      if (!isFetched) throw new BusUnavailableError('The bus did not fetch.')
      return answer
    },

    async countUnread(positions: readonly MemberPosition[]): Promise<number> {
      const answer = await link.ask({ kind: 'count-unread', topic, positions })
      if (answer.kind !== 'counted') throw new BusUnavailableError('The bus did not count.')
      return answer.records
    },

    async commit(positions: readonly MemberPosition[]) {
      if (positions.length > 0) await link.ask({ kind: 'commit', membership: membership(), positions })
    },

    async leave() {
      await link.ask({ kind: 'leave', member })
    },
  }
}
