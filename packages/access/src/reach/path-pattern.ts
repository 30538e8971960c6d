/** Paths of one form: `undefined` stands for any one segment; `hasRest`: at it or below. */
export type PathPattern = { segments: readonly (string | undefined)[]; hasRest: boolean }

/** Reads `/a/<any one segment>/…`, where the dots stand for whatever may follow, nothing too. */
export function parsePattern(text: string): PathPattern {
  const names = text.split('/').filter(Boolean)
  const hasRest = names.at(-1) === '…'
  const segments = (hasRest ? names.slice(0, -1) : names).map(name => (name.startsWith('<') ? undefined : name))
  return { segments, hasRest }
}

export const matchesPath = (pattern: PathPattern, segments: readonly string[]): boolean =>
  covers(pattern, { segments, hasRest: false })

/** Whether some path is of both forms. */
export function intersects(one: PathPattern, other: PathPattern): boolean {
  const [long, short] = one.segments.length >= other.segments.length ? [one, other] : [other, one]
  if (long.segments.length > short.segments.length && !short.hasRest) return false
  return short.segments.every((segment, at) => {
    const facing = long.segments[at]
    return segment === undefined || facing === undefined || segment === facing
  })
}

/** Whether every path of the inner form is of the outer one. */
export function covers(outer: PathPattern, inner: PathPattern): boolean {
  if (outer.hasRest ? inner.segments.length < outer.segments.length : !isAsLong(outer, inner)) return false
  return outer.segments.every((segment, at) => segment === undefined || segment === inner.segments[at])
}

const isAsLong = (outer: PathPattern, inner: PathPattern): boolean =>
  !inner.hasRest && inner.segments.length === outer.segments.length
