import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { type Accumulate, average, distinct, extreme, keyText, sum } from '../expressions/accumulators.ts'
import { compileExpression } from '../expressions/expression.ts'
import type { Evaluate } from '../expressions/operator.ts'
import { isDocument } from '../values/value.ts'

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
