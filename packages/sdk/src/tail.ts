import type { Transport } from './http/transport.ts'
import type { StreamCall, TailOptions, TailUpdate } from './tail-types.ts'

/**
 * Follows server-sent events: `stream.ts`, which is loaded at the first tail, as most programs follow nothing.
 * @throws as `followEvents`
 */
export async function* openTail<Name extends string, Data>(
  transport: Transport,
  call: StreamCall,
  options: TailOptions,
): AsyncGenerator<TailUpdate<Name, Data>> {
  const { followEvents } = await import('./stream.ts')
  yield* followEvents<Name, Data>(transport, call, options)
}
