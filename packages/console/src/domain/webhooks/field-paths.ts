type Json = unknown

/** A name that a template writes without quotes. */
const NAME = /^[\w-]+$/
const MOST = 40
const DEEPEST = 4

/** The values of a view that a template can name, as it names them: `request.body.origin`. */
export function fieldPaths(view: Json): readonly string[] {
  const found: string[] = []
  gather(view, [], found)
  return found.slice(0, MOST)
}

function gather(value: Json, path: readonly string[], found: string[]): void {
  if (found.length >= MOST) return
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || path.length >= DEEPEST) {
    if (path.length > 0) found.push(path.join('.'))
    return
  }
  for (const [name, member] of Object.entries(value)) {
    if (NAME.test(name)) gather(member, [...path, name], found)
  }
}
