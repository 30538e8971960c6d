type PausesOptions = {
  /** How many keys are remembered at once. */
  max: number
  /** How long each pause lasts, in ms. */
  forMs: number
  now?: () => number
}

/**
 * Remembers which keys are left alone for a while. Of more than `max` the one that was paused longest ago is forgotten, and
 * so is paused no longer.
 */
export function createPauses<K>({ max, forMs, now = () => performance.now() }: PausesOptions) {
  const untils = new Map<K, number>()
  return {
    /** Begins the pause of this key. @returns whether the key was not remembered, be it from a pause that is over */
    pause(key: K): boolean {
      const isNew = !untils.delete(key)
      untils.set(key, now() + forMs)
      const [oldest] = untils.keys()
      if (untils.size > max && oldest !== undefined) untils.delete(oldest)
      return isNew
    },
    /** The keys whose pause lasts. */
    paused: (): K[] => [...untils].flatMap(([key, until]) => (now() < until ? [key] : [])),
  }
}
