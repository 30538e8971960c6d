import { LRUCache } from 'lru-cache'

/** What the last look-up of a name has met. A name that is new has met nothing. */
type Experience = 'answer' | 'silence'

/** After this long without an answer a name server is silent, in ms: one that is well has answered by then. */
const SILENT_AFTER_MS = 1_000
/** Names whose last look-up is remembered. */
const MAX_REMEMBERED = 4_096

/**
 * Shares the places of names that are asked for. The last quarter is for names that were answered the last time. Names that
 * met silence have a quarter at most, all of them together, and a new one that meets it counts among them from then on; so
 * silence holds no place for longer than a second that it would keep from the others.
 */
export function createNamePlaces(total: number) {
  const quarter = Math.floor(total / 4)
  const experiences = new LRUCache<string, Experience>({ max: MAX_REMEMBERED })
  let taken = 0
  let silent = 0

  const isSilent = (name: string): boolean => experiences.get(name) === 'silence'

  function hasRoom(name: string): boolean {
    // All have room then: those that are silent are no more than all.
    if (taken < quarter) return true
    if (experiences.get(name) === 'answer') return taken < total
    return taken < total - quarter && (silent < quarter || !isSilent(name))
  }

  return {
    hasRoom,
    /** Whether the last look-up of this name met silence. */
    isSilent,
    /**
     * Takes a place, where there is room. @param giveUp is called when the name turns out to be silent and its quarter is full
     * @returns what gives the place back, with what the look-up has met
     */
    take(name: string, giveUp: () => void): (experience: Experience) => void {
      let isOfSilent = isSilent(name)
      taken += 1
      if (isOfSilent) silent += 1
      const timer = setTimeout(() => {
        experiences.set(name, 'silence')
        if (isOfSilent) return
        if (silent >= quarter) return giveUp()
        isOfSilent = true
        silent += 1
      }, SILENT_AFTER_MS).unref()
      return experience => {
        clearTimeout(timer)
        experiences.set(name, experience)
        taken -= 1
        if (isOfSilent) silent -= 1
      }
    },
  }
}
