const MAX_IDS = 10_000

/**
 * Remembers which ids have been told already, the newest 10,000; what is older than those counts as told. Ids rise with
 * time.
 */
export function createSeenIds() {
  let ids = new Set<string>()
  let floor = ''
  return {
    /** @returns those that are new, in their order */
    note(found: readonly string[]): string[] {
      const fresh = found.filter(id => id > floor && !ids.has(id))
      for (const id of fresh) ids.add(id)
      if (ids.size > MAX_IDS) {
        const newest = [...ids].sort().slice(-MAX_IDS / 2)
        floor = newest[0] ?? floor
        ids = new Set(newest)
      }
      return fresh
    },
  }
}
