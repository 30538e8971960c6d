import { isDocument } from '@sluice/documents'
import { getNullableType, isListType } from 'graphql'
import { containsHole, isHole, type MappingPlace } from '../compile/compile-hole.ts'
import type { Hole } from '../model/hole.ts'
import type { Modifier, OperandRule, OperandTemplate, ValueTemplate } from '../model/mutation-model.ts'
import type { MutationContext } from './mutation-context.ts'
import { faultOfOperand } from './stored-value.ts'
import { compileValue } from './value-template.ts'

const NUMBERS: Readonly<Record<Exclude<OperandRule, 'any'>, readonly string[]>> = {
  number: ['Int', 'Float', 'Long', 'Decimal128'],
  whole: ['Int'],
  end: ['Int'],
}

/** The operand of an update operator: a value, with or without holes. */
export function compileOperand(
  rule: OperandRule,
  place: MappingPlace,
  context: MutationContext,
): OperandTemplate | undefined {
  const value = compileValue(place, context)
  if (!value) return undefined
  const fault = faultOfTemplate(rule, value)
  return fault ? context.report(place.path, fault) : { kind: 'value', rule, value }
}

function faultOfTemplate(rule: OperandRule, template: ValueTemplate): string | undefined {
  if (rule === 'any') return undefined
  if (template.kind === 'fixed') return faultOfOperand(rule, template.value)
  if (template.kind !== 'hole') return 'A number is needed here.'
  return faultOfNumberHole(rule, template.hole)
}

function faultOfNumberHole(rule: Exclude<OperandRule, 'any'>, hole: Hole): string | undefined {
  if (hole.kind !== 'arg') return undefined
  const fault = hole.default && faultOfOperand(rule, hole.default.value)
  if (fault) return `The default can not stand here. ${fault}`
  if (!hole.type || NUMBERS[rule].includes(String(getNullableType(hole.type)))) return undefined
  return `${NUMBERS[rule].join(', ')} is needed here, and the argument is of type ${String(hole.type)}.`
}

/** `{"$each": …}` and what stands beside it. */
export const hasModifiers = (value: unknown): value is Record<string, unknown> =>
  isDocument(value) && !isHole(value) && Object.keys(value).some(key => key.startsWith('$'))

/** Several elements for `$push` or `$addToSet`. */
export function compileEach({ value, path }: MappingPlace, operator: string, context: MutationContext) {
  if (!isDocument(value) || !Object.hasOwn(value, '$each')) {
    return context.report(path, `Operators in ${operator} stand beside $each: {"$each": [...]}.`)
  }
  const { $each, ...others } = value
  const each = compileList({ value: $each, path: `${path}.$each` }, context)
  const modifiers = Object.entries(others).flatMap(([name, given]): Modifier[] => {
    const compiled = compileModifier({ name, operator }, { value: given, path: `${path}.${name}` }, context)
    return compiled ? [compiled] : []
  })
  const operand: OperandTemplate | undefined = each && { kind: 'each', each, modifiers }
  return operand
}

function compileList(place: MappingPlace, context: MutationContext): ValueTemplate | undefined {
  const template = compileValue(place, context)
  if (!template || template.kind === 'list') return template
  const type = template.kind === 'hole' && template.hole.kind === 'arg' ? template.hole.type : undefined
  const isPossible = template.kind === 'hole' && (!type || isListType(getNullableType(type)))
  if (isPossible) return template
  const found = type ? `, and the argument is of type ${String(type)}` : ''
  return context.report(place.path, `$each needs a list${found}.`)
}

function compileModifier(
  { name, operator }: { name: string; operator: string },
  place: MappingPlace,
  context: MutationContext,
): Modifier | undefined {
  if (operator !== '$push') return context.report(place.path, `${operator} knows no modifier but $each.`)
  if (name === '$sort') return compileSort(place, context)
  if (name !== '$slice' && name !== '$position') {
    return context.report(place.path, `${name} can not stand in $push. Known are $each, $slice, $position, $sort.`)
  }
  const operand = compileOperand('whole', place, context)
  return operand?.kind === 'value' ? { name, rule: 'whole', value: operand.value } : undefined
}

function compileSort({ value, path }: MappingPlace, context: MutationContext): Modifier | undefined {
  if (containsHole(value)) return context.report(path, 'The $sort of a $push comes from the mapping alone.')
  const directions = isDocument(value) ? Object.values(value) : [value]
  const isSort = directions.length > 0 && directions.every(each => faultOfOperand('end', each) === undefined)
  if (!isSort) return context.report(path, '$sort is 1, -1 or an object of fields with 1 or -1.')
  return { name: '$sort', rule: 'any', value: { kind: 'fixed', value } }
}
