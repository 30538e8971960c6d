import type { ClaimantLife } from '../domain/execution/claimant.ts'
import { readClaimantId } from '../domain/execution/claimant.ts'
import type { ClaimantStore } from '../ports/claimant-store.ts'

const KNOWN_MS = 1_000
const MAX_KNOWN = 100

type FormerLivesDependencies = { name: string; claimants: Pick<ClaimantStore, 'find'> }

/**
 * Knows which lives of claimants have been replaced: our own by what was taken over, those of others by a look at most
 * once a second.
 */
export function createFormerLives({ name, claimants }: FormerLivesDependencies) {
  const known = new Map<string, { at: number; former: Promise<readonly string[]> }>()
  let own: readonly string[] = []

  function formerOf(other: string): Promise<readonly string[]> {
    const found = known.get(other)
    if (found && performance.now() - found.at < KNOWN_MS) return found.former
    if (known.size >= MAX_KNOWN) known.clear()
    const former = claimants.find(other).then(mark => mark?.former ?? [])
    former.catch(() => known.delete(other))
    known.set(other, { at: performance.now(), former })
    return former
  }

  return {
    /** What this process has taken over. */
    keep(former: readonly string[]) {
      own = former
    },
    /** Whether this is the id of a life that this process has taken over. */
    isFormer(id: string): boolean {
      const life = readClaimantId(id)
      return life?.name === name && own.includes(life.boot)
    },
    async isOver(life: ClaimantLife | undefined): Promise<boolean> {
      if (!life) return false
      return (life.name === name ? own : await formerOf(life.name)).includes(life.boot)
    },
  }
}
