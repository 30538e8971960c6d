/** Half a pair of UTF-16: only an escape can bring one into a JSON text that came as UTF-8. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/

/** Whether a JSON text could hold a text that is no Unicode. It costs next to nothing, and is mostly false. */
export const mayHoldLoneSurrogate = (text: string): boolean => ESCAPED_SURROGATE.test(text) || !text.isWellFormed()

/**
 * Finds a text that is no Unicode, as a value or as the name of a field: every store would keep another one.
 * @param root what `JSON.parse` gave; it may be nested as deep as `JSON.parse` takes it
 * @returns the dotted path of the first one
 */
export function findLoneSurrogate(root: unknown): string | undefined {
  const waiting: NestedValue[] = [{ value: root, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !value.isWellFormed()) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value).reverse()) {
      const place = joinPath(path, name)
      if (!name.isWellFormed()) return place.toWellFormed()
      waiting.push({ value: inner, path: place })
    }
  }
  return undefined
}

type NestedValue = { value: unknown; path: string }

/** What is deeper than such a path is named by it: an error is no place for a text of megabytes. */
const MAX_PATH = 500

const joinPath = (path: string, name: string): string => {
  if (path.length + name.length > MAX_PATH) return path
  return path ? `${path}.${name}` : name
}
