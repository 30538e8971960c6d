import { isDocument } from '../json/bson-value.ts'

/** `{"$var": "name"}`, or with what it is when it is not given: `{"$var": ["name", default]}`. */
export type AskedVariable = { name: string; otherwise?: { value: unknown } }

/**
 * The place of a variable: `operand` of an operator of a filter, `value` of a field, in an expression, as a number, or as
 * the whole of a `sort`.
 */
export type VariablePlace =
  | { kind: 'operand'; operator: string }
  | { kind: 'value' | 'expression' | 'number' | 'literal' | 'sort' }

/** A variable stands where none can, or is malformed. Never leaves this package. */
export class MisplacedVariableError extends Error {
  override name = 'MisplacedVariableError'
}

const NAME = /^@?[A-Za-z_][\w.-]{0,99}$/

/** @throws MisplacedVariableError for one without a name that can be */
export function findVariable(value: unknown): AskedVariable | undefined {
  if (!isDocument(value) || !('$var' in value)) return undefined
  const [name, ...rest] = Array.isArray(value.$var) ? value.$var : [value.$var]
  if (Object.keys(value).length > 1 || rest.length > 1 || typeof name !== 'string' || !NAME.test(name)) {
    throw new MisplacedVariableError('$var takes the name of a variable, or [<name>, <default>].')
  }
  return rest.length === 0 ? { name } : { name, otherwise: { value: rest[0] } }
}

/** Every name of a variable in a pipeline that is to be kept, with its place; what is no text is left to `findVariable`. */
export function variablesIn(value: unknown, path = ''): { name: string; path: string }[] {
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key))
  if (Array.isArray(value)) return value.flatMap((inner, index) => variablesIn(inner, at(index)))
  if (!isDocument(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const named = key === '$var' || key === '$ifvar' ? namesOf(inner) : []
    const found = named.map(name => ({ name, path: at(key) }))
    return [...found, ...variablesIn(inner, at(key))]
  })
}

function namesOf(argument: unknown): string[] {
  const first: unknown = Array.isArray(argument) ? argument[0] : argument
  const names: readonly unknown[] = Array.isArray(first) ? first : [first]
  return names.filter(name => typeof name === 'string')
}

export function holdsVariable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsVariable)
  return isDocument(value) && ('$var' in value || '$ifvar' in value || Object.values(value).some(holdsVariable))
}
