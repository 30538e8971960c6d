import type { GrantedRules } from '@sluice/contracts'
import { isPartlyShownBy, isShownBy, isWithin } from '../field-path.ts'

/** Which fields of a document a caller may see, and so filter and sort by. */
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
  const [hidden, only] = [[...protectedFields, ...named(0)], named(1)]
  // `{_id: 1}` alone lists fields; beside hidden ones it says what holds anyway.
  const lists = only.some(path => path !== '_id') || (only.length > 0 && named(0).length === 0)
  return lists ? { hidden, only } : { hidden }
}

/** Whether the field itself is out of sight; something inside it may be all the same. */
export function isHidden(path: string, { hidden, only }: Visibility): boolean {
  if (hidden.some(outer => isWithin(path, outer))) return true
  return only !== undefined && path !== '_id' && !only.some(listed => isPartlyShownBy(listed, path))
}

/** Whether a look at the whole value would show something that is out of sight. */
export function reachesHidden(path: string, visibility: Visibility): boolean {
  const { hidden, only } = visibility
  if (isHidden(path, visibility) || hidden.some(inner => isWithin(inner, path))) return true
  return only !== undefined && path !== '_id' && !only.some(listed => isShownBy(listed, path))
}
