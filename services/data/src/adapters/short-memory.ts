type MemoryBounds = { freshMs: number; most: number }
type RememberedValue<T> = { value: Promise<T>; until: number }

/** Values that are asked for again and again, each loaded at most once in so many milliseconds. */
export function shortMemory<T>({ freshMs, most }: MemoryBounds) {
  const entries = new Map<string, RememberedValue<T>>()
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const known = entries.get(key)
      if (known && known.until > performance.now()) return known.value
      if (entries.size >= most) entries.clear()
      const value = load()
      const entry = { value, until: performance.now() + freshMs }
      entries.set(key, entry)
      // A failure is no answer for the next one, unless that one has begun anew.
      value.catch(() => entries.get(key) === entry && entries.delete(key))
      return value
    },
    forget: (key: string): void => void entries.delete(key),
  }
}
