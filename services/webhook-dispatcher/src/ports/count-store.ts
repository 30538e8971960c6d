import type { CountBatch, Counts, LastEnd } from '../domain/counts/tally.ts'

/** The writer of a batch, and its number among his: a batch that is written twice counts once. */
export type CountMark = { writer: string; number: number }

/** `at`: the beginning of its hour or minute, epoch ms. */
export type CountedTime = { webhookId: string; at: number; counts: Counts }

export type StoredEnd = Omit<LastEnd, 'isChange'>

/** What deliveries came to, by hour and by minute of their event. */
export type CountStore = {
  /** Durable when it resolves. Does nothing for what it has done already under this mark. */
  add(batch: CountBatch, mark: CountMark): Promise<void>
  /** @param hours since 1970; as many as there are of webhooks times hours may be read. Not in any order */
  hours(webhookIds: readonly string[], hours: readonly number[]): Promise<CountedTime[]>
  /** The same by minute. */
  minutes(webhookIds: readonly string[], hours: readonly number[]): Promise<CountedTime[]>
  /** How the newest delivery of each has ended. */
  lastEnds(webhookIds: readonly string[]): Promise<ReadonlyMap<string, StoredEnd>>
  /**
   * The webhooks whose newest delivery has failed, and all since `before` (epoch ms) or longer: `limit` at most, by their
   * ids, those after `after`.
   */
  failing(range: { before: number; after: string; limit: number }): Promise<ReadonlyMap<string, StoredEnd>>
  forgetBefore(moment: Date): Promise<void>
}
