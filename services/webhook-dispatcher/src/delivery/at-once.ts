import { type Refusal, refuse } from '@sluice/contracts'

/** Runs a few pieces of work at a time, and turns others away. @param what in the plural, for the refusal */
export function createAtOnce(limit: number, what: string) {
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T | Refusal> => {
    if (running >= limit) {
      return refuse('OVERLOADED', `${limit} ${what} are under way. Try again when one of them has ended.`)
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
