import { createLiveness, type GroupTiming, readClocks } from '../../../../packages/bus/src/kafka/group/liveness.ts'
import { createReadingState } from '../../../../packages/bus/src/kafka/reading/reading-state.ts'
import type { ConsumerListener } from '../../../../packages/bus/src/port.ts'
import type { PlatformaticStart } from './find-places.ts'
import type { Share } from './group.ts'

/** What a member has, whether it is certain to be its own, and what the listener was told of it. */
export function createHoldings(listener: ConsumerListener, timing: GroupTiming) {
  const reading = createReadingState()
  const liveness = createLiveness(timing)
  let isSettled = false
  let isStopped = false
  let told = -1
  let round = 0

  function release(partitions: readonly number[]) {
    if (partitions.length > 0) listener.revoked(partitions)
  }

  return {
    reading,
    liveness,
    lose: () => release(reading.clear()),
    stop() {
      isStopped = true
    },
    /** The group shares out anew. @returns by which to tell whether it has done so again */
    unsettle(): number {
      isSettled = false
      return ++round
    },
    isCurrent: (shared: number) => shared === round,
    mayCommit: (generation: number) => isSettled && generation === told,

    takeOver({ generation, isNext }: Share, places: readonly PlatformaticStart[]) {
      const kept = new Set(isNext ? places.map(({ assigned }) => assigned.partition) : [])
      release(reading.clear().filter(partition => !kept.has(partition)))
      reading.assign(new Map(places.map(({ assigned, start }) => [assigned.partition, start])))
      const assigned = places.map(place => place.assigned)
      listener.assigned(generation, assigned)
      told = generation
      isSettled = true
      liveness.proved(readClocks())
    },

    handOut() {
      reading.handOut(record => {
        const mayHandOut = !isStopped && isSettled && liveness.isCertain()
        if (mayHandOut) listener.record(record)
        return mayHandOut
      })
    },
  }
}
export type PlatformaticHoldings = ReturnType<typeof createHoldings>
