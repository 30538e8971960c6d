import type { TailMessage } from './message.ts'
import type { EndReason } from './subscriber.ts'

/** `missed`: how many were too many to be told. */
export type News =
  | { kind: 'news'; messages: readonly TailMessage[]; missed: number }
  | { kind: 'over'; reason: EndReason }

/** What a tail tells of. Log tails read what is there; the other kinds make events wanted while one is open. */
export type TailKind = 'events' | 'log' | 'listening'

/** A feed that may be open already. `name`: readers of the same one share it. */
export type NamedFeed = { kind: TailKind; name: string; openFeed(): TailFeed }

/** What all tails of one source are told. Read from the store, so that it holds what all gateways and dispatchers did. */
export type TailFeed = {
  /** Takes what is there already for told. */
  prime(): Promise<void>
  /** What has come since the last look, oldest first. */
  poll(): Promise<News>
  /** What came after this message, for a reader that was away. */
  since(id: string): Promise<News>
  /** Behind which message a reader who was told nothing of late may go on. */
  place?(): string | undefined
}

/** How far back a look goes: what is stored later after it happened is missed. */
export const LOOK_BACK_MS = 60_000
/** Clocks of gateways may run ahead of ours by this much. */
export const CLOCK_SKEW_MS = 60_000
/** Messages that one look, or one return, gives at most. */
export const MAX_NEWS = 500
