import type { OccurrenceName } from '@sluice/predicate'
import type { ToldSubject } from '../domain/occurrence/telling.ts'

/** Something that is to be told. `about`: the webhook, or the user whose key it is; neither where it is about Sluice. */
export type Occurrence = {
  /** The id of its event, a UUIDv7. */
  eventId: string
  name: OccurrenceName
  /** Epoch ms. */
  at: number
  about: { webhookId?: string | undefined; user?: string | undefined }
  /** What is told, as JSON. */
  body: string
  /** Addresses that get it as a mail. */
  contact: readonly string[]
}

/** By which webhooks an occurrence is judged, and which of them hear it: the same for everybody who tells it. */
export type OccurrenceStamp = { sequence: number; epoch: number; audience: readonly string[] }

/** An occurrence that this process tells now. `revision`: of the claim. */
export type ClaimedOccurrence = {
  subject: string
  occurrence: Occurrence
  stamp: OccurrenceStamp | undefined
  revision: number
}

/** What was told of each subject, and what is to be told of it. */
export type OccurrenceStore = {
  read(subjects: readonly string[]): Promise<ReadonlyMap<string, ToldSubject>>
  /** Those of whom something else than `well` was told last, whose ids begin so; `limit` at most, those after `after`. */
  unwell(range: { prefix: string; after: string; limit: number }): Promise<ToldSubject[]>
  /**
   * Durable when it resolves: what was told of the subject, and with it what is to be told. @returns whether nobody else
   * was faster; then nothing was written
   */
  put(next: Omit<ToldSubject, 'isOwing'>, occurrence: Occurrence | undefined): Promise<boolean>
  /** Claims what is to be told and nobody tells now, for a minute. */
  claim(now: number, limit: number): Promise<ClaimedOccurrence[]>
  /** Says by what it is judged, once. @returns what stands there now; undefined where the claim is over */
  stamp(claimed: ClaimedOccurrence, stamp: OccurrenceStamp): Promise<OccurrenceStamp | undefined>
  /** It was told. */
  settle(claimed: ClaimedOccurrence): Promise<void>
  /** Lets one process of all look, until then. @returns whether it is this one; `now`, `until`: epoch ms */
  takeTurn(turn: { now: number; until: number }): Promise<boolean>
  /** Removes who has been well since before this moment. */
  forgetBefore(moment: Date): Promise<void>
}
