/** Lets at most `most` pieces of work run at a time; the others wait in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

export function createLimiter(most: number): Limiter {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
