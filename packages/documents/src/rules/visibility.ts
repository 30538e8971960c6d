import type { GrantedRules } from '@sluice/contracts'
import { indexFields, indexListed, type PathIndex } from '../field-path.ts'

/** The fields of a document that a caller may see, and so filter and sort by. */
export type Visibility = {
  hidden: readonly string[]
  /** When given, only these fields and what is in them. `_id` is shown unless it is hidden. */
  only?: readonly string[]
}

/**
 * @param rules the permission's; its `projectResponse` hides (0) or lists (1)
 * @param protectedFields what nobody sees, the root role included
 */
export function visibilityOf(
  { projectResponse = {} }: Pick<GrantedRules, 'projectResponse'>,
  protectedFields: readonly string[],
): Visibility {
  const named = (wanted: 0 | 1) => Object.keys(projectResponse).filter(path => projectResponse[path] === wanted)
  const hidden = [...protectedFields, ...named(0)]
  const only = named(1)
  // `{_id: 1}` alone lists fields; beside hidden ones it says what holds anyway.
  const lists = only.some(path => path !== '_id') || (only.length > 0 && named(0).length === 0)
  return lists ? { hidden, only } : { hidden }
}

type IndexedVisibility = { hidden: PathIndex; only: PathIndex | undefined }

const indexes = new WeakMap<Visibility, IndexedVisibility>()

function indexOf(visibility: Visibility): IndexedVisibility {
  const known = indexes.get(visibility)
  if (known) return known
  const { hidden, only } = visibility
  const made = { hidden: indexFields(hidden), only: only && indexListed(only) }
  indexes.set(visibility, made)
  return made
}

/** Whether the field itself is out of sight; something inside it may be all the same. */
export function isHidden(path: string, visibility: Visibility): boolean {
  const { hidden, only } = indexOf(visibility)
  return hidden.covers(path) || (only !== undefined && path !== '_id' && !only.touches(path))
}

/** Whether a look at the whole value would show something that is out of sight. */
export function reachesHidden(path: string, visibility: Visibility): boolean {
  const { hidden, only } = indexOf(visibility)
  return hidden.touches(path) || (only !== undefined && path !== '_id' && !only.covers(path))
}
