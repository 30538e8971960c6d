/** Keeps what was used last within a weight; the rest is forgotten. */
export type BoundedCache<K, V> = {
  get(key: K): V | undefined
  /** Puts it in, or weighs anew what is there. The last one stays whatever it weighs. */
  set(key: K, value: V, weight: number): void
  delete(key: K): void
  clear(): void
  readonly weight: number
}

export function createBoundedCache<K, V>(maxWeight: number): BoundedCache<K, V> {
  const entries = new Map<K, { value: V; weight: number }>()
  let total = 0

  const forget = (key: K): void => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      forget(key)
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= maxWeight || entries.size === 1) break
        forget(oldest)
      }
    },
    delete: forget,
    clear() {
      entries.clear()
      total = 0
    },
    get weight() {
      return total
    },
  }
}
