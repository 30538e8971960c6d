type WaitingEntrant = { weight: number; admit(): void }

/** Lets work of so much weight be under way at once; the rest waits for its turn. What is heavier by itself goes alone. */
export function createGate(limit: number) {
  const waiting: WaitingEntrant[] = []
  let free = limit

  const admission = (weight: number) => new Promise<void>(admit => waiting.push({ weight, admit }))

  function leave(weight: number): void {
    free += weight
    for (let [next] = waiting; next && next.weight <= free; [next] = waiting) {
      waiting.shift()
      free -= next.weight
      next.admit()
    }
  }

  return async <T>(work: () => Promise<T>, wanted = 1): Promise<T> => {
    const weight = Math.min(wanted, limit)
    if (waiting.length === 0 && weight <= free) free -= weight
    else await admission(weight)
    try {
      return await work()
    } finally {
      leave(weight)
    }
  }
}
