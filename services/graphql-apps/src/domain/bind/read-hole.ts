import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ABSENT } from '../model/filter-template.ts'
import type { ArgumentHole, CallerHole, Hole, HoleCaller, ParentHole, Variables } from '../model/hole.ts'
import { ownField } from '../values/bson-values.ts'
import { readPath } from '../values/property-path.ts'

/** What a request brings to the holes of its mappings, but for their arguments. */
export type HoleContext = {
  variables: Variables
  caller: HoleCaller
  /** The whole document in which a parent stands. */
  documentOf(parent: unknown): unknown
}

/** What fills the holes of one mapping. */
export type HoleFilling = HoleContext & { values: Document }

/** Ends a filling where a parent, or the caller, has nothing to compare with: such a condition matches nothing. */
class MissingValueError extends Error {
  override name = 'MissingValueError'
}

/** @returns undefined where a value of a parent or of the caller is missing */
export function unlessMissing<T>(fill: () => T): T | undefined {
  try {
    return fill()
  } catch (error) {
    if (error instanceof MissingValueError) return undefined
    throw error
  }
}

/** The value for a hole, or `ABSENT` for an argument that was not given. To be called within `unlessMissing`. */
export function readHole(hole: Hole, { values, caller, documentOf }: HoleFilling, parent: unknown): unknown {
  switch (hole.kind) {
    case 'arg':
      return argumentValue(hole, values)
    case 'fk':
      return presentValue(parentValue(hole, parent, documentOf))
    case 'caller':
      return presentValue(callerValue(hole, caller))
  }
}

function presentValue(value: unknown): unknown {
  if (value === null || value === undefined) throw new MissingValueError('There is nothing to compare with.')
  return value
}

/** Explicit null is a value; an argument that is left out, or whose way ends early, takes the default or is absent. */
export function argumentValue(hole: ArgumentHole, values: Document): unknown {
  let value: unknown = values
  for (const part of hole.path) {
    value = isDocument(value) ? ownField(value, part) : undefined
  }
  if (value !== undefined) return value
  return hole.default ? hole.default.value : ABSENT
}

/** What a stored document says at a hole. */
export const parentValue = (hole: ParentHole, parent: unknown, documentOf: HoleContext['documentOf']): unknown =>
  readPath(hole.of === 'parent' ? parent : documentOf(parent), hole.path)

function callerValue({ of, path, default: otherwise }: CallerHole, { user, roles, now }: HoleCaller): unknown {
  if (of === 'roles') return roles
  return (of === 'now' ? now : readPath(user, path)) ?? otherwise?.value
}

/** A hole in the words of who wrote the mapping or sent the query. */
export function describeHole({ kind, ...hole }: Hole): string {
  if (kind === 'caller' && 'of' in hole) return `The caller's "@${[hole.of, ...hole.path].join('.')}"`
  return `${kind === 'arg' ? 'The argument' : "The parent's"} "${hole.path.join('.')}"`
}
