import { BusUnavailableError } from './errors.ts'

const GIVEN_UP = 'Whoever waited for the bus has given up. What was on its way may have arrived.'

/** The outcome of `work`, but not for longer than until `signal` is aborted; `work` itself goes on. @throws BusUnavailableError then */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return await work()
  if (signal.aborted) throw new BusUnavailableError(GIVEN_UP)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new BusUnavailableError(GIVEN_UP))
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
