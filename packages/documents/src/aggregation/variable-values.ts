import { isDocument } from '../json/bson-value.ts'
import { formatDocument } from '../json/format-document.ts'

/** What a request gives to the variables of a pipeline, by their names. */
export type VariableValues = ReadonlyMap<string, unknown>

export type GivenValue = { kind: 'given'; value: unknown } | { kind: 'missing' } | { kind: 'contradictory' }

/**
 * Finds the value of a variable. A dotted name reaches into a value, and may itself stand in it: `options.limit` is given
 * by `{"options": {"limit": 5}}` and by `{"options.limit": 5}`; by both only where they say the same. Null counts as
 * missing where the name is one of the service's own, as it does in the filters of permissions.
 */
export function findValue(values: VariableValues, name: string): GivenValue {
  const found = spellings(name.split('.'), { has: key => values.has(key), get: key => values.get(key) })
  const [first, ...others] = found
  if (found.length === 0 || (name.startsWith('@') && first === null)) return { kind: 'missing' }
  const text = others.length > 0 ? formatDocument(first, 'canonical') : ''
  const isSame = others.every(other => formatDocument(other, 'canonical') === text)
  return isSame ? { kind: 'given', value: first } : { kind: 'contradictory' }
}

type ValueHolder = { has(key: string): boolean; get(key: string): unknown }

/** What stands at a path, whichever of its dots are part of a key. */
function spellings(path: readonly string[], holder: ValueHolder): unknown[] {
  return path.flatMap((_, index) => {
    const key = path.slice(0, index + 1).join('.')
    if (!holder.has(key)) return []
    const rest = path.slice(index + 1)
    const value = holder.get(key)
    return rest.length === 0 ? [value] : spellings(rest, holderOf(value))
  })
}

function holderOf(value: unknown): ValueHolder {
  const isList = Array.isArray(value)
  const holder = isList || isDocument(value) ? value : {}
  return {
    has: key => Object.hasOwn(holder, key) && (!isList || /^\d+$/.test(key)),
    get: key => Reflect.get(holder, key),
  }
}
