import type { Consumer, ConsumerListener } from '../port.ts'
import { createFetchLoop } from './fetch-loop.ts'
import { createMember, type MemberIdentity } from './member.ts'
import type { BusNotice, JoinResult } from './protocol.ts'
import { createReadingState } from './reading-state.ts'
import type { WorkerLink } from './worker-link.ts'

/** A consumer that the bus tells what the worker says. */
export type SqliteConsumer = Consumer & { join(): Promise<void>; notice(notice: BusNotice): void }

type Options = MemberIdentity & { link: WorkerLink; listener: ConsumerListener }

/** One member of a group. It pulls: at most one fetch is under way, for the partitions that are not paused. */
export function createSqliteConsumer({ link, listener, ...name }: Options): SqliteConsumer {
  const member = createMember(link, name)
  const reading = createReadingState()
  const loop = createFetchLoop(fetchOnce)
  let heartbeatAt = Date.now()

  function assign({ generation, partitions }: JoinResult) {
    heartbeatAt = Date.now()
    reading.assign(partitions)
    listener.assigned(generation, partitions)
    loop.wake()
  }

  function revoke() {
    const partitions = reading.clear()
    if (partitions.length > 0) listener.revoked(partitions)
  }

  async function fetchOnce(): Promise<boolean> {
    const positions = reading.wanted()
    if (positions.length === 0) return false
    const fetched = await member.fetch(positions)
    if (loop.isStopped()) return false
    // Retention has passed where we stood: a new generation says what was lost.
    if (fetched.kind === 'expired') assign(await member.join())
    if (fetched.kind === 'fenced') revoke()
    if (fetched.kind !== 'records') return false
    const isCut = reading.handOut(fetched.records, record => {
      if (!loop.isStopped()) listener.record({ topic: name.topic, ...record })
    })
    return fetched.hasMore || isCut
  }

  return {
    join: async () => assign(await member.join()),
    async commit(generation, offsets) {
      if (generation !== member.generation()) return
      const positions = [...offsets].map(([partition, offset]) => ({ partition, offset }))
      await member.commit(positions.filter(({ partition }) => reading.holds(partition)))
    },
    pause: reading.pause,
    resume(partitions) {
      reading.resume(partitions)
      loop.wake()
    },
    lastHeartbeatAt: () => heartbeatAt,
    isSettled: () => reading.positions().length > 0,
    countUnread: () => member.countUnread(reading.positions()),
    stop: async () => loop.stop(),
    async close() {
      reading.clear()
      await member.leave()
    },
    notice(told) {
      if (told.kind === 'appended' && told.topic === name.topic) loop.wake()
      if (told.kind === 'alive' && told.member === name.member) heartbeatAt = Date.now()
      if (told.kind === 'fenced' && told.member === name.member) revoke()
    },
  }
}
