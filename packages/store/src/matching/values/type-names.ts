import { InvalidQueryError } from '../../errors.ts'
import { numericOf } from './numbers.ts'
import { isArray, type TypeName, typeOf } from './value.ts'

const CODES: Record<number, TypeName> = {
  [-1]: 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  6: 'undefined',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
}
const NAMES: ReadonlySet<string> = new Set(Object.values(CODES))
const NUMBERS = ['double', 'int', 'long', 'decimal']

function namesOf(argument: unknown): string[] {
  if (argument === 'number') return NUMBERS
  if (typeof argument === 'string' && NAMES.has(argument)) return [argument]
  const code = numericOf(argument)
  const name = code === undefined ? undefined : CODES[Number(code.toString())]
  if (name === undefined) throw new InvalidQueryError(`$type does not know the type ${String(argument)}.`)
  return [name]
}

/** A test for `$type`: a name, a number, or a list of them. */
export function typeTest(argument: unknown): (value: unknown) => boolean {
  const list = isArray(argument) ? argument : [argument]
  if (list.length === 0) throw new InvalidQueryError('$type needs at least one type.')
  const wanted = new Set(list.flatMap(namesOf))
  return value => wanted.has(typeOf(value))
}
