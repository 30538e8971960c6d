import type { PathQuery } from './http/call.ts'

/** A stream of events, by its method and path pattern. `id`: what stands in the path. */
export type StreamCall = { operation: string; id?: string; query?: PathQuery; body?: object }

/** One message of a tail. `gap`: that many were missed, as more came than a tail takes. */
export type TailUpdate<Name extends string, Data> =
  | { event: Name; id: string; data: Data }
  | { event: 'gap'; data: { missed: number } }

export type TailOptions = {
  /** Ends the tail. */
  signal?: AbortSignal | undefined
  /** Goes on behind this message instead of now. */
  after?: string | undefined
  /** Is called with true when a connection stands, and with false when it has ended: unless the tail is over, another follows. */
  onConnection?: ((isStanding: boolean) => void) | undefined
}
