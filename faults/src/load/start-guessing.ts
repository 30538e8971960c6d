import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Guesses = {
  gateways: readonly string[]
  users: readonly [string, ...string[]]
  seed: number
  perSecond: number
}

export type PasswordGuesser = {
  /** @returns how many guesses were answered with each status, or, of those that were not, failed with each code */
  stop(): Promise<ReadonlyMap<string, number>>
}

/**
 * Guesses passwords of these users and of made-up ones, from one address and from very many, through all gateways. In a
 * thread of its own: what is asked meanwhile does not wait for it.
 */
export function startGuessing(guesses: Guesses): PasswordGuesser {
  const thread = new Worker(new URL('./guessing-worker.ts', import.meta.url), { workerData: guesses })
  return {
    async stop() {
      const answered = once(thread, 'message')
      thread.postMessage('stop')
      const [statuses]: ReadonlyMap<string, number>[] = await answered
      await thread.terminate()
      return statuses ?? new Map()
    },
  }
}
