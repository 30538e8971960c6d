import { checkNamespace } from './namespace.ts'
import type { Namespace } from './port.ts'

const MAX_HANDLES = 1_000

/**
 * Makes the handle of each collection once: it holds no state, and costs as much to make as a look-up costs to send.
 * @throws InvalidQueryError for a name that no collection can have
 */
export function keepHandles<T>(make: (namespace: Namespace) => T): (namespace: Namespace) => T {
  const handles = new Map<string, T>()
  return given => {
    const { db, collection } = checkNamespace(given)
    const name = `${db}\0${collection}`
    const known = handles.get(name)
    if (known !== undefined) return known
    if (handles.size >= MAX_HANDLES) handles.clear()
    const made = make({ db, collection })
    handles.set(name, made)
    return made
  }
}
