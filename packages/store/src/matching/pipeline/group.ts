import { Decimal128, Double, Int32 } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { add, divide } from '../expressions/arithmetic.ts'
import { compileExpression, type Evaluate } from '../expressions/expression.ts'
import { compareValues } from '../values/compare.ts'
import { encodeKey } from '../values/key-encoding.ts'
import { numericOf } from '../values/numbers.ts'
import { isDocument } from '../values/value.ts'

/** Folds the values of a group, undefined where one is missing. */
type Accumulate = (values: readonly unknown[]) => unknown

const numbersOf = (values: readonly unknown[]): unknown[] => values.filter(value => numericOf(value) !== undefined)
const present = (values: readonly unknown[]): unknown[] => values.filter(value => value !== undefined && value !== null)

const sum: Accumulate = values => {
  const numbers = numbersOf(values)
  const decimals = numbers.filter(value => value instanceof Decimal128)
  const others = numbers.filter(value => !(value instanceof Decimal128)).reduce<unknown>(addWide, new Int32(0))
  if (decimals.length === 0) return others
  // A double joins with the digits it is written with, not with the 15 that arithmetic gives it.
  return decimals.reduce<unknown>(
    (total, value) => add('$sum', total, value),
    Decimal128.fromString(String(numericOf(others))),
  )
}

/** A sum of Longs beyond 64 bits goes on as a double. */
function addWide(left: unknown, right: unknown): unknown {
  try {
    return add('$sum', left, right)
  } catch {
    return new Double(Number(numericOf(left)) + Number(numericOf(right)))
  }
}

const average: Accumulate = values => {
  const numbers = numbersOf(values)
  return numbers.length === 0 ? null : divide('$avg', sum(numbers), new Int32(numbers.length))
}

const extreme =
  (wanted: -1 | 1): Accumulate =>
  values => {
    const [first, ...rest] = present(values)
    return rest.reduce((best, value) => (compareValues(value, best) === wanted ? value : best), first) ?? null
  }

const distinct: Accumulate = values => {
  const known = new Map(values.filter(value => value !== undefined).map(value => [keyText(value), value]))
  return [...known.values()]
}

const ACCUMULATORS: Record<string, Accumulate> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $first: values => values[0] ?? null,
  $last: values => values.at(-1) ?? null,
  $push: values => values.filter(value => value !== undefined),
  $addToSet: distinct,
}

const keyText = (value: unknown): string => Buffer.from(encodeKey([value])).toString('latin1')

type Field = { name: string; evaluate: Evaluate; accumulate: Accumulate }

function fieldFor(name: string, specification: unknown): Field {
  if (name.includes('.') || name.startsWith('$'))
    throw new InvalidQueryError(`$group can't make a field named ${name}.`)
  const entries = isDocument(specification) ? Object.entries(specification) : []
  const [operator, argument] = entries[0] ?? ['', undefined]
  if (entries.length !== 1) throw new InvalidQueryError(`The field ${name} of $group needs exactly one accumulator.`)
  const accumulate = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined
  if (!accumulate) throw new UnsupportedByStoreError(`The accumulator ${operator}`)
  return { name, evaluate: compileExpression(argument), accumulate }
}

/** `$group`: groups in the order of their first document. */
export function group(specification: Document): (documents: Document[]) => Document[] {
  if (!('_id' in specification)) throw new InvalidQueryError('$group needs an _id; null puts all in one group.')
  const { _id, ...others } = specification
  const idOf = compileExpression(_id)
  const fields = Object.entries(others).map(([name, each]) => fieldFor(name, each))
  return documents => {
    const groups = new Map<string, { id: unknown; members: Document[] }>()
    for (const document of documents) {
      const id = idOf({ root: document }) ?? null
      const key = keyText(id)
      const known = groups.get(key)
      if (known) known.members.push(document)
      else groups.set(key, { id, members: [document] })
    }
    return [...groups.values()].map(({ id, members }) => {
      const made = fields.map(({ name, evaluate, accumulate }) => {
        return [name, accumulate(members.map(root => evaluate({ root })))] as const
      })
      return { _id: id, ...Object.fromEntries(made) }
    })
  }
}
