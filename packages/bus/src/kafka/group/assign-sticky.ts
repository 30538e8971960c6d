/** A member of the group as its leader sees it. `owned`: what it had in `generation`, its last one. */
export type GroupMember = { id: string; generation: number; owned: readonly number[] }

/**
 * Shares the partitions out: nobody has two more than another, as few as possible change hands, and the same question
 * gets the same answer whatever the order. Of two members that claim a partition, the one of the later generation
 * has it. Pure.
 */
export function assignSticky(
  partitions: readonly number[],
  members: readonly GroupMember[],
): ReadonlyMap<string, readonly number[]> {
  const owned = settleClaims(partitions, members)
  const ids = [...owned.keys()].sort((a, b) => sizeOf(owned, b) - sizeOf(owned, a) || compare(a, b))
  const least = Math.floor(partitions.length / ids.length)
  // Those who have most may keep one more.
  const withOneMore = partitions.length % ids.length
  const shares = new Map(ids.map((id, index) => [id, least + (index < withOneMore ? 1 : 0)]))

  const given = new Map(ids.map(id => [id, (owned.get(id) ?? []).slice(0, shares.get(id))]))
  const taken = new Set([...given.values()].flat())
  const free = ascending(partitions).filter(partition => !taken.has(partition))
  for (const [id, own] of given) own.push(...free.splice(0, (shares.get(id) ?? 0) - own.length))
  return new Map([...given].map(([id, own]) => [id, ascending(own)]))
}

const compare = (a: string, b: string) => (a < b ? -1 : 1)
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)
const sizeOf = (owned: ReadonlyMap<string, readonly number[]>, id: string) => owned.get(id)?.length ?? 0

function settleClaims(partitions: readonly number[], members: readonly GroupMember[]): Map<string, number[]> {
  const latestFirst = [...members].sort((a, b) => b.generation - a.generation || compare(a.id, b.id))
  const unclaimed = new Set(partitions)
  const owned = new Map<string, number[]>()
  for (const { id, owned: claims } of latestFirst) {
    owned.set(
      id,
      ascending(claims).filter(partition => unclaimed.delete(partition)),
    )
  }
  return owned
}
