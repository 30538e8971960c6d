import { randomUUID } from 'node:crypto'
import { share } from '@sluice/bounds'
import { CERTAIN_MS, SILENT_MS, toClaimantId } from '../domain/execution/claimant.ts'
import type { ClaimantMark, ClaimantStore } from '../ports/claimant-store.ts'
import { startAge } from './lease.ts'
import { isProcessGone, ownPlace } from './process-place.ts'

export type NameHoldDependencies = {
  name: string
  /** Nobody else can bear it. */
  isSole: boolean
  claimants: ClaimantStore
  /** The store's clock. */
  now: () => Date
  /** Waits until that clock is known, where this machine may have slept. */
  confirmTime: () => Promise<void>
  /** Another process has the name. */
  onReplaced: () => void
}

/** Knows which life of a name this process is, whether it has the name, and since when nothing was heard of it. */
export function createNameHold({ name, isSole, claimants, now, confirmTime, onReplaced }: NameHoldDependencies) {
  let boot = randomUUID()
  /** Since the last word that reached the store; undefined as long as somebody else has the name. */
  let silence: (() => number) | undefined
  const id = () => toClaimantId({ name, boot })

  async function tell(): Promise<boolean> {
    const age = startAge()
    await confirmTime()
    const isOurs = await claimants.beat({ name, boot }, now())
    if (!isOurs && silence) onReplaced()
    // What it claims from here on is not that one's.
    if (!isOurs) boot = randomUUID()
    silence = isOurs ? age : undefined
    return isOurs
  }

  /** @returns false when another process has the name: then this is another life of it */
  const beat = share(tell).run

  return {
    id,
    beat,
    isHeld: () => silence !== undefined,
    /** @returns the lives that it has replaced; undefined when the name is not free */
    async take(): Promise<readonly string[] | undefined> {
      await confirmTime()
      const [holder, place] = await Promise.all([claimants.find(name), ownPlace()])
      // It was taken before, and the answer to that was lost: this life is no former one of itself.
      if (holder?.boot === boot) return (await beat()) ? holder.former : undefined
      const isFree = !holder || isSole || isSilent(holder, now()) || (await isProcessGone(holder.place, place))
      if (!isFree) return undefined
      const age = startAge()
      if (!(await claimants.take(name, { boot, at: now(), place }, holder))) return undefined
      silence = age
      return holder ? [holder.boot, ...holder.former] : []
    },
    isCertain: (claimedAs: string): boolean => claimedAs === id() && (silence?.() ?? 0) < CERTAIN_MS,
    async isStill(claimedAs: string): Promise<boolean> {
      if (claimedAs === id() && silence && silence() >= CERTAIN_MS) await beat()
      return claimedAs === id()
    },
  }
}

const isSilent = ({ hasEnded, at }: ClaimantMark, now: Date) => hasEnded || now.getTime() - at.getTime() > SILENT_MS
