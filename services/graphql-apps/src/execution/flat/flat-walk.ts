import { collectJoins, type JoinCollection } from '../../domain/plan/flat/collect-joins.ts'
import type { FlatObject, FlatPlan } from '../../domain/plan/flat/flat-plan.ts'
import { openJoinValues } from '../../domain/plan/flat/join-values.ts'
import { CELLS, walkDocument } from '../../domain/plan/flat/walk-document.ts'

/** The walk through all documents of a request. `used`: cells that are taken. */
export type FlatWalk = JoinCollection & { used: number }

const FIRST_CELLS = 4 * 1024
/** More cells are not kept. */
const MAX_KEPT = 64 * 1024
/** The cells of the request that ended last wait for the next one: they take longer to make than to fill. */
let kept: Int32Array | undefined

export function openWalk({ joins }: FlatPlan): FlatWalk {
  const cells = kept ?? new Int32Array(FIRST_CELLS)
  kept = undefined
  return { bytes: Buffer.alloc(0), at: 0, cells, base: 0, used: 0, asked: [], questions: joins.map(openJoinValues) }
}

/** Keeps the cells for the next request. It is called once nothing of this one is under way. */
export function closeWalk({ cells }: FlatWalk): void {
  if (cells.length <= MAX_KEPT) kept = cells
}

/** Notes the fields of the next document. @throws NotFlatError */
export function walkNext(object: FlatObject, document: Buffer, walk: FlatWalk): void {
  walk.base = walk.used
  walk.used += object.names.length * CELLS
  if (walk.used > walk.cells.length) grow(walk)
  walk.bytes = document
  walk.at = 0
  walkDocument(object, walk)
}

function grow(walk: FlatWalk): void {
  const { cells } = walk
  walk.cells = new Int32Array(Math.max(cells.length * 2, walk.used))
  walk.cells.set(cells)
}

/** Walks through documents that are written all; their cells follow upon each other. @returns those of the first */
export function walkAll(object: FlatObject, documents: readonly Buffer[], walk: FlatWalk): number {
  const { used } = walk
  for (const document of documents) {
    walkNext(object, document, walk)
    collectJoins(object, walk)
  }
  return used
}
