import { LRUCache } from 'lru-cache'

/** First requests whose repeats have had their turn here; of one that is forgotten, the log tells the same. */
const MAX_TOLD = 10_000

/**
 * The events of one request and of its repeats, one after another: between processes the claims of executions see to it
 * that one delivers, within one it is this. There are as many turns as events are open.
 */
export function createToldRepeats() {
  const turns = new Map<string, Promise<boolean>>()
  const told = new LRUCache<string, true>({ max: MAX_TOLD })

  function inTurn(id: string, work: () => Promise<boolean>): Promise<boolean> {
    const before = turns.get(id)
    const turn = before ? before.then(work, work) : work()
    turns.set(id, turn)
    const end = () => {
      if (turns.get(id) === turn) turns.delete(id)
    }
    turn.then(end, end)
    return turn
  }

  return {
    inTurn,
    /** Runs `work` for one of the repeats of a request; once it is done, for no other. @param of the first request's id */
    once: (of: string, work: () => Promise<boolean>): Promise<boolean> =>
      inTurn(of, async () => {
        if (told.has(of)) return true
        const isDone = await work()
        if (isDone) told.set(of, true)
        return isDone
      }),
  }
}
