const POSITION = /(?:^|\.)\d+(?:\.|$)/

/** A dotted path without positions in arrays: `lines.0.price` is about the field `lines.price`. */
const fieldsOf = (path: string): string => {
  if (!POSITION.test(path)) return path
  const names = path.split('.').filter(name => !/^\d+$/.test(name))
  return names.length > 0 ? names.join('.') : path
}

/** Whether `path` is `outer`, or lies inside it. */
export function isWithin(path: string, outer: string): boolean {
  const inner = fieldsOf(path)
  const around = fieldsOf(outer)
  return inner === around || inner.startsWith(`${around}.`)
}

/** Many paths, asked about one by one in time that does not grow with their number. */
export type PathIndex = {
  /** Whether the path is one of them, or lies inside one. */
  covers(path: string): boolean
  /** The same, or one of them lies inside the path. */
  touches(path: string): boolean
}

/** Positions in arrays do not count; a field whose name is a number is known by it as well. */
export function indexFields(paths: readonly string[]): PathIndex {
  const named = indexBy(paths, fieldsOf)
  const literal = indexBy(paths, path => path)
  return {
    covers: path => named.covers(path) || literal.covers(path),
    touches: path => named.touches(path) || literal.touches(path),
  }
}

/**
 * For paths that a list shows: positions count where the listed name has numbers of its own. Who may see `years.2024`
 * may not see `years.2023`.
 */
export function indexListed(paths: readonly string[]): PathIndex {
  const plain = indexBy(
    paths.filter(path => !POSITION.test(path)),
    fieldsOf,
  )
  const numbered = indexBy(
    paths.filter(path => POSITION.test(path)),
    path => path,
  )
  return {
    covers: path => plain.covers(path) || numbered.covers(path),
    touches: path => plain.touches(path) || numbered.touches(path),
  }
}

function indexBy(paths: readonly string[], asKnown: (path: string) => string): PathIndex {
  const known = new Set(paths.map(asKnown))
  const around = new Set([...known].flatMap(path => [...outerPaths(path)]))
  const covers = (path: string) => known.has(path) || some(outerPaths(path), outer => known.has(outer))
  return {
    covers: path => covers(asKnown(path)),
    touches: path => covers(asKnown(path)) || around.has(asKnown(path)),
  }
}

/** `a` and `a.b` of `a.b.c`. */
export function* outerPaths(path: string): Generator<string, void> {
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) yield path.slice(0, dot)
}

function some<T>(items: Iterable<T>, test: (item: T) => boolean): boolean {
  for (const item of items) if (test(item)) return true
  return false
}

/** Whether one of the two lies in the other. */
export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one)

export const joinPath = (outer: string, name: string): string => (outer ? `${outer}.${name}` : name)

/** Whether a text can name a field in a filter, a sort or a projection. */
export const isFieldPath = (path: string): boolean =>
  path.length <= 500 && path.split('.').every(name => name !== '' && !name.startsWith('$') && !name.includes('\0'))
