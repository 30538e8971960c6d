import type { Call } from './http/call.ts'
import type { Transport } from './http/transport.ts'

/** One message of a tail. `gap`: that many were missed, as more came than a tail takes. */
export type TailUpdate<Name extends string, Data> =
  | { event: Name; id: string; data: Data }
  | { event: 'gap'; data: { missed: number } }

export type TailOptions = {
  /** Ends the tail. */
  signal?: AbortSignal | undefined
  /** Goes on behind this message instead of now. */
  after?: string | undefined
}

/**
 * Follows server-sent events: `stream.ts`, which is loaded at the first tail, as most programs follow nothing.
 * @throws as `followEvents`
 */
export async function* openTail<Name extends string, Data>(
  transport: Transport,
  call: Omit<Call, 'signal'>,
  options: TailOptions,
): AsyncGenerator<TailUpdate<Name, Data>> {
  const { followEvents } = await import('./stream.ts')
  yield* followEvents<Name, Data>(transport, call, options)
}
