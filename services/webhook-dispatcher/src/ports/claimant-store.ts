import type { ProcessPlace } from '../claimant/process-place.ts'
import type { ClaimantLife } from '../domain/execution/claimant.ts'

/**
 * The mark of the bearer of a name. `at`: when it was heard of last, by the store's clock. `former`: the lives that it
 * has replaced, latest first.
 */
export type ClaimantMark = {
  boot: string
  at: Date
  hasEnded: boolean
  place: ProcessPlace | undefined
  former: readonly string[]
}

/** The names of claimants. One life at a time bears a name. */
export type ClaimantStore = {
  find(name: string): Promise<ClaimantMark | undefined>
  /** In one step. @param holder who bore it when it was looked at. @returns false when that is so no more */
  take(
    name: string,
    mark: Pick<ClaimantMark, 'boot' | 'at' | 'place'>,
    holder: ClaimantMark | undefined,
  ): Promise<boolean>
  /** Says that it lives. @returns false when another life has its name */
  beat(life: ClaimantLife, at: Date): Promise<boolean>
  /** Says that it has ended by itself. */
  end(life: ClaimantLife): Promise<void>
  /** Forgets who was heard of last before this moment. */
  forgetBefore(moment: Date): Promise<void>
}
