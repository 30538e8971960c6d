type Fields = Readonly<Record<string, unknown>>

/** A key with more dots is a name like any other. */
const MAX_SEGMENTS = 10

/**
 * JSON merge patch (RFC 7396): objects merge, null removes, anything else replaces. A dotted key reaches into objects.
 * @param replacedWhole top-level fields that are not merged but replaced when given
 */
export function mergePatch(target: Fields, patch: Fields, replacedWhole: readonly string[] = []): Fields {
  return Object.entries(patch).reduce<Fields>((merged, [key, value]) => {
    const segments = key.split('.')
    const [name = key, ...rest] = segments.length > MAX_SEGMENTS ? [key] : segments
    if (rest.length > 0) return mergeField(merged, name, { [rest.join('.')]: value })
    return replacedWhole.includes(name) && value !== null
      ? replaceField(merged, name, value)
      : mergeField(merged, name, value)
  }, target)
}

function mergeField(target: Fields, name: string, value: unknown): Fields {
  if (value === null) return Object.fromEntries(Object.entries(target).filter(([key]) => key !== name))
  if (!isObject(value)) return replaceField(target, name, value)
  const current = Object.hasOwn(target, name) ? target[name] : undefined
  return replaceField(target, name, mergePatch(isObject(current) ? current : {}, value))
}

const replaceField = (target: Fields, name: string, value: unknown): Fields => ({ ...target, [name]: value })

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
