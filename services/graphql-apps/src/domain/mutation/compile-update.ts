import { checkFilter, isDocument } from '@sluice/documents'
import { findFilterFaults } from '@sluice/store'
import { compileFilter } from '../compile/compile-filter.ts'
import { compileHole, containsHole, isHole, type MappingPlace } from '../compile/compile-hole.ts'
import type { ChangeTemplate, OperandRule, OperandTemplate, UpdateTemplate } from '../model/mutation-model.ts'
import { isPath, parsePropertyPath } from '../values/property-path.ts'
import { compileEach, compileOperand, hasModifiers } from './compile-operand.ts'
import { compilePatch } from './compile-whole.ts'
import type { MutationContext } from './mutation-context.ts'
import { readOnlyFault, touches } from './read-only.ts'
import { holesOf } from './value-template.ts'

/** What stands for the operand of an operator. */
type OperandForm = OperandRule | 'list' | 'pull' | 'unset' | 'rename' | 'date'

const OPERATORS: Readonly<Record<string, OperandForm>> = {
  $set: 'any',
  $setOnInsert: 'any',
  $min: 'any',
  $max: 'any',
  $inc: 'number',
  $mul: 'number',
  $pop: 'end',
  $push: 'list',
  $addToSet: 'list',
  $pull: 'pull',
  $unset: 'unset',
  $rename: 'rename',
  $currentDate: 'date',
}

/** Compiles the `update` of a mapping: operators and paths as the mapping has them; every fault is reported. */
export function compileUpdate({ value, path }: MappingPlace, context: MutationContext): UpdateTemplate {
  if (!isDocument(value) || isHole(value)) return none(context, path, 'An update is an object of update operators.')
  if (Object.keys(value).length === 0) return none(context, path, 'An update has at least one operator.')
  const update = Object.entries(value).flatMap(([operator, operands]) => {
    const at = { value: operands, path: `${path}.${operator}` }
    const form = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined
    if (!form) return none(context, at.path, unknownOperator(operator))
    if (isHole(operands)) return compilePatch(operator, at, context)
    if (!isDocument(operands)) return none(context, at.path, `${operator} takes an object of fields.`)
    return Object.entries(operands).flatMap(([field, operand]): UpdateTemplate => {
      const change = compileChange({ operator, form, field }, { value: operand, path: `${at.path}.${field}` }, context)
      return change ? [change] : []
    })
  })
  reportConflicts(update, path, context)
  return update
}

/** Two operators can't change the same field, or one inside the other's. */
function reportConflicts(update: UpdateTemplate, path: string, context: MutationContext): void {
  const known = new Map<string, string>()
  for (const change of update) {
    for (const target of targetsOf(change)) {
      const other = known.get(target)
      if (other) context.report(`${path}.${change.operator}.${target}`, `${other} changes "${target}" already.`)
      known.set(target, change.operator)
    }
  }
  for (const [target, operator] of known) {
    const outer = [...outerPaths(target)].find(each => known.has(each))
    if (outer) context.report(`${path}.${operator}.${target}`, `${known.get(outer)} changes "${outer}" as a whole.`)
  }
}

function targetsOf(change: ChangeTemplate): string[] {
  if (change.kind === 'patch') return []
  const { operator, path, operand } = change
  if (operator !== '$rename' || operand.kind !== 'value' || operand.value.kind !== 'fixed') return [path]
  return [path, String(operand.value.value)]
}

/** `a` and `a.b` of `a.b.c`. */
function* outerPaths(path: string): Generator<string, void> {
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) yield path.slice(0, dot)
}

function none(context: MutationContext, path: string, message: string): UpdateTemplate {
  context.report(path, message)
  return []
}

const unknownOperator = (operator: string): string =>
  operator.startsWith('$')
    ? `${operator} is not an update operator that can be used here. Known are ${Object.keys(OPERATORS).join(', ')}.`
    : `"${operator}" is no update operator. Fields to set stand inside $set.`

type OperandChange = { operator: string; form: OperandForm; field: string }

function compileChange({ operator, form, field }: OperandChange, place: MappingPlace, context: MutationContext) {
  const fault = faultOfTarget(field, context)
  if (fault) return context.report(place.path, fault)
  const operand = compileForm({ operator, form, field }, place, context)
  if (!operand) return undefined
  const fixed = context.readOnly.find(each => touches(each, field))
  if (fixed && isFromArgument(operand)) return context.report(place.path, readOnlyFault(fixed))
  const change: ChangeTemplate = { kind: 'change', operator, path: field, operand }
  return change
}

/** @returns why this field can't be changed */
function faultOfTarget(field: string, { isProtected }: MutationContext): string | undefined {
  const parsed = parsePropertyPath(field)
  if (!isPath(parsed)) return parsed.fault
  if (parsed[0] === '_id' || parsed[0] === '_etag') return `${field} is the service's own: no operator changes it.`
  return isProtected(field) ? `${field} is protected: nobody can write it.` : undefined
}

function compileForm(
  { operator, form, field }: OperandChange,
  place: MappingPlace,
  context: MutationContext,
): OperandTemplate | undefined {
  switch (form) {
    case 'list':
      return hasModifiers(place.value) ? compileEach(place, operator, context) : compileOperand('any', place, context)
    case 'pull':
      return compilePull(place, field, context)
    case 'unset':
    case 'rename':
    case 'date':
      return compileFixed(form, place, context)
    default:
      return compileOperand(form, place, context)
  }
}

/** The operand decides which field is touched, or says nothing: never from outside. */
function compileFixed(form: 'unset' | 'rename' | 'date', { value, path }: MappingPlace, context: MutationContext) {
  const fault = containsHole(value) ? 'This operator takes no argument.' : faultOfFixed(form, value, context)
  if (fault) return context.report(path, fault)
  const operand: OperandTemplate = { kind: 'value', rule: 'any', value: { kind: 'fixed', value } }
  return operand
}

function faultOfFixed(form: 'unset' | 'rename' | 'date', value: unknown, context: MutationContext) {
  if (form === 'unset') return undefined
  if (form === 'rename') return typeof value === 'string' ? faultOfTarget(value, context) : '$rename takes a name.'
  const type = isDocument(value) && Object.keys(value).length === 1 ? value.$type : undefined
  if (value === true || type === 'date' || type === 'timestamp') return undefined
  return '$currentDate takes true, {"$type": "date"} or {"$type": "timestamp"}.'
}

function compilePull(place: MappingPlace, field: string, context: MutationContext): OperandTemplate | undefined {
  const { value, path } = place
  if (isHole(value)) {
    const hole = compileHole(place, context)
    return hole && { kind: 'equal', hole }
  }
  if (containsHole(value)) return compileMatching(place, context)
  const condition = isDocument(value) && !startsWithOperator(value) ? { $elemMatch: value } : value
  const fault =
    checkFilter({ [field]: condition }, { hidden: [] })?.detail ??
    findFilterFaults({ [field]: condition }, '')[0]?.message
  if (fault) return context.report(path, fault)
  return { kind: 'value', rule: 'any', value: { kind: 'fixed', value } }
}

const startsWithOperator = (value: object): boolean => Object.keys(value)[0]?.startsWith('$') === true

/** `{field: {"$arg": …}}`: a filter on the elements, and filled as one. */
function compileMatching({ value, path }: MappingPlace, context: MutationContext): OperandTemplate | undefined {
  if (!isDocument(value) || startsWithOperator(value)) {
    return context.report(path, '$pull takes {"$arg": …}, or fields of the elements with {"$arg": …} as values.')
  }
  return { kind: 'matching', filter: compileFilter({ value, path }, context) }
}

/** Whether a caller decides what becomes of the field. */
function isFromArgument(operand: OperandTemplate): boolean {
  switch (operand.kind) {
    case 'value':
      return holesOf(operand.value).some(({ hole }) => hole.kind === 'arg')
    case 'each':
      return holesOf(operand.each).some(({ hole }) => hole.kind === 'arg')
    case 'equal':
      return operand.hole.kind === 'arg'
    case 'matching':
      return true
  }
}
