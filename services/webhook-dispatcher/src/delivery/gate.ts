/** Lets so many be at work at once; the others wait for their turn. */
export function createGate(limit: number) {
  const waiting: (() => void)[] = []
  let free = limit

  async function enter(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
