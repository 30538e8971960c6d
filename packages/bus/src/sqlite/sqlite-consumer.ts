import type { Consumer, ConsumerListener } from '../port.ts'
import type { BusNotice, Fetched, Joined, Membership, Position } from './protocol.ts'
import type { WorkerLink } from './worker-link.ts'

const RETRY_MS = 200

type Options = { link: WorkerLink; member: number; topic: string; group: string; listener: ConsumerListener }

/** What the bus tells a consumer about. */
export type SqliteConsumer = Consumer & { notice(notice: BusNotice): void }

/**
 * One member of a group. Pulls: at most one fetch is under way, for the partitions that are not paused, whenever the
 * worker says that there is something new.
 */
export function createSqliteConsumer(
  { link, member, topic, group, listener }: Options,
  joined: Joined,
): SqliteConsumer {
  const positions = new Map<number, bigint>()
  const paused = new Set<number>()
  let generation = 0
  let isFetching = false
  let mayHaveMore = true
  let isStopped = false
  let heartbeatAt = Date.now()

  const membership = (): Membership => ({ topic, group, generation })
  const wanted = (): Position[] =>
    [...positions].flatMap(([partition, offset]) => (paused.has(partition) ? [] : [{ partition, offset }]))

  function assign(next: Joined) {
    generation = next.generation
    heartbeatAt = Date.now()
    positions.clear()
    for (const { partition, committed, lost } of next.partitions) positions.set(partition, committed + lost)
    listener.assigned(generation, next.partitions)
  }

  function revoke() {
    const partitions = [...positions.keys()]
    positions.clear()
    if (partitions.length > 0) listener.revoked(partitions)
  }

  /** A partition that is paused in the middle of a batch is read again from there when it is resumed. */
  function handOut({ records, hasMore }: Fetched & { kind: 'records' }) {
    const cut = new Set<number>()
    for (const record of records) {
      const { partition, offset } = record
      if (isStopped) return
      if (paused.has(partition) || !positions.has(partition)) cut.add(partition)
      if (cut.has(partition)) continue
      positions.set(partition, offset + 1n)
      listener.record({ topic, ...record })
    }
    mayHaveMore ||= hasMore || cut.size > 0
  }

  async function fetchOnce(): Promise<void> {
    const answer = await link.ask({ kind: 'fetch', membership: membership(), positions: wanted() })
    if (isStopped) return
    if (answer.kind === 'records') handOut(answer)
    if (answer.kind === 'fenced') revoke()
    if (answer.kind === 'expired') await rejoin()
  }

  /** Retention has passed where we stood: a new generation says what was lost. */
  async function rejoin() {
    const answer = await link.ask({ kind: 'join', member, topic, group })
    mayHaveMore = true
    if (answer.kind === 'joined' && !isStopped) assign(answer)
  }

  async function pump() {
    if (isFetching) return
    isFetching = true
    while (mayHaveMore && !isStopped && wanted().length > 0) {
      mayHaveMore = false
      await fetchOnce().catch(tryLater)
    }
    isFetching = false
  }

  function tryLater() {
    setTimeout(wake, RETRY_MS).unref()
  }

  function wake() {
    mayHaveMore = true
    void pump()
  }

  assign(joined)
  void pump()

  return {
    async commit(of, offsets) {
      if (of !== generation) return
      const ours = [...offsets].filter(([partition]) => positions.has(partition))
      const named = ours.map(([partition, offset]) => ({ partition, offset }))
      if (named.length > 0) await link.ask({ kind: 'commit', membership: membership(), positions: named })
    },
    pause(partitions) {
      for (const partition of partitions) paused.add(partition)
    },
    resume(partitions) {
      for (const partition of partitions) paused.delete(partition)
      wake()
    },
    lastHeartbeatAt: () => heartbeatAt,
    stop() {
      isStopped = true
      return Promise.resolve()
    },
    async close() {
      isStopped = true
      positions.clear()
      await link.ask({ kind: 'leave', member })
    },
    notice(notice) {
      if (notice.kind === 'appended' && notice.topic === topic) wake()
      if (notice.kind === 'alive' && notice.member === member) heartbeatAt = Date.now()
      if (notice.kind === 'fenced' && notice.member === member) revoke()
    },
  }
}
