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

  /** What goes on for long is held by no promise but its own. */
  function begin<T>(work: () => Promise<T>, weight: number): Promise<T> {
    const end = () => leave(weight)
    try {
      const under = work()
      under.then(end, end)
      return under
    } catch (error) {
      end()
      throw error
    }
  }

  return <T>(work: () => Promise<T>, wanted = 1): Promise<T> => {
    const weight = Math.min(wanted, limit)
    if (waiting.length > 0 || weight > free) return admission(weight).then(() => begin(work, weight))
    free -= weight
    return begin(work, weight)
  }
}
