import type Cluster from 'kafkajs/src/cluster/index.js'
import { createBackOff, pause } from '../client/pause.ts'
import { standingOf } from './coordinator.ts'
import { type Liveness, readClocks } from './liveness.ts'
import type { JoinedGroup, KafkaMembership } from './membership.ts'

type LifeOptions = {
  cluster: Cluster
  membership: KafkaMembership
  liveness: Liveness
  heartbeatEveryMs: number
  /** Prepares what was given; until it resolves the member reads nothing. @returns what is to be done then */
  onJoined(share: JoinedGroup): Promise<() => void>
  /** The group has gone on without us. */
  onLost(): void
  /** Before this member joins, for the first time or anew: others may have what it had as soon as it resolves. It throws where the member has ended meanwhile. */
  onYielding(): Promise<void>
  /** After each heartbeat. */
  onBeat(): void
  onTrouble(error: unknown): void
}

/** Joins a group, says that it is alive, and joins again, whatever fails, until it is ended. */
export function createGroupLife(options: LifeOptions) {
  const { cluster, membership, liveness, onJoined, onLost, onYielding, onBeat, onTrouble } = options
  const ending = new AbortController()
  const isEnded = () => ending.signal.aborted
  let nextBeat = new AbortController()
  let isJoining = true

  async function takePart() {
    isJoining = true
    const share = await onYielding().then(membership.join)
    const begin = await onJoined(share)
    liveness.proved(share.askedAt)
    isJoining = false
    begin()
  }

  async function beat() {
    const at = readClocks()
    const standing = await membership.heartbeat()
    isJoining = standing !== 'member'
    if (standing === 'lost') onLost()
    if (standing === 'member') liveness.proved(at)
  }

  function rejoin() {
    if (!isJoining) membership.demandRebalance()
    isJoining = true
    nextBeat.abort()
  }

  /** Until the group wants its members to join again. */
  async function stayMember() {
    const partitions = membership.partitionCount()
    while (!isJoining && !isEnded()) {
      nextBeat = new AbortController()
      await pause(options.heartbeatEveryMs, AbortSignal.any([nextBeat.signal, ending.signal]))
      if (isJoining || isEnded()) return
      await beat().catch(onTrouble)
      await cluster.refreshMetadataIfNecessary().catch(onTrouble)
      if (membership.partitionCount() > partitions) rejoin()
      else onBeat()
    }
  }

  async function live() {
    const backOff = createBackOff(ending.signal)
    while (!isEnded()) {
      try {
        await takePart()
        backOff.reset()
        await stayMember()
      } catch (error) {
        report(error, { onLost, onTrouble })
        await backOff.pause()
      }
    }
  }

  return {
    live,
    /** Neither joining nor about to: what this member has is its own. */
    isSettled: () => !isJoining,
    /** Makes the whole group share out anew. */
    rejoin,
    /** Asks at once how this member stands. */
    hurry: () => nextBeat.abort(),
    ending,
  }
}

/** Being told to join again is no trouble. */
function report(error: unknown, { onLost, onTrouble }: Pick<LifeOptions, 'onLost' | 'onTrouble'>) {
  const standing = standingOf(error)
  if (standing === 'lost') onLost()
  if (!standing) onTrouble(error)
}
