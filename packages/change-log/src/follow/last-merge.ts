import type { ChangePositions } from '@sluice/contracts'

type Positions = Readonly<ChangePositions>

/** Merges positions that are asked for with each request: of the same two objects as before it is the same one. */
export function createLastMerge(merge: (a: Positions, b: Positions) => ChangePositions) {
  let last: { a: Positions; b: Positions; merged: Positions } | undefined
  return (a: Positions, b: Positions): Positions => {
    if (last?.a !== a || last.b !== b) last = { a, b, merged: merge(a, b) }
    return last.merged
  }
}
