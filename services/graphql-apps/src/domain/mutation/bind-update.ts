import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { describeHole } from '../bind/read-hole.ts'
import { ABSENT, fillFilter } from '../model/filter-template.ts'
import type { Hole } from '../model/hole.ts'
import { badInput } from '../model/hole-values.ts'
import type { ChangeTemplate, Modifier, OperandRule, OperandTemplate, UpdateTemplate } from '../model/mutation-model.ts'
import { type Arguments, filterFill, readArgument } from './arguments.ts'
import { fillStored } from './bind-values.ts'
import { fieldReadOnly, touches } from './read-only.ts'
import { faultOfOperand } from './stored-value.ts'
import { fillValue } from './value-template.ts'

/** The operators with their operands; what had absent arguments is left out, an operator without fields as well. */
export function bindUpdate(
  update: UpdateTemplate,
  readOnly: readonly string[],
  given: Arguments,
): Record<string, Document> {
  const bound: Record<string, Document> = {}
  for (const change of update) {
    const operands = change.kind === 'patch' ? patchOf(change, readOnly, given) : operandOf(change, given)
    if (Object.keys(operands).length > 0) bound[change.operator] = { ...bound[change.operator], ...operands }
  }
  return bound
}

/** Fields of the service itself say nothing in a patch, as in a `PATCH` of the data service. */
const OWN_FIELDS = ['_id', '_etag']

type PatchTemplate = Extract<ChangeTemplate, { kind: 'patch' }>

function patchOf({ hole }: PatchTemplate, readOnly: readonly string[], given: Arguments): Document {
  const patch = fillStored(given, [])(hole, '')
  if (patch === ABSENT) return {}
  if (!isDocument(patch)) throw badInput(`${describeHole(hole)} of ${given.name} has to be an object of fields.`)
  const fields = Object.entries(patch).filter(([name]) => !OWN_FIELDS.includes(name))
  for (const [name] of fields) {
    const fixed = readOnly.find(path => touches(path, name))
    if (fixed) throw fieldReadOnly(fixed)
  }
  return Object.fromEntries(fields)
}

function operandOf({ path, operand }: Extract<ChangeTemplate, { kind: 'change' }>, given: Arguments): Document {
  const value = fillOperand(operand, given)
  return value === ABSENT ? {} : { [path]: value }
}

function fillOperand(operand: OperandTemplate, given: Arguments): unknown {
  switch (operand.kind) {
    case 'value':
      return checked(fillValue(operand.value, fillStored(given, [])), operand.rule, given)
    case 'each':
      return fillEach(operand, given)
    case 'equal':
      return equalTo(operand.hole, given)
    case 'matching': {
      const filter = fillFilter(operand.filter, filterFill(given))
      // An empty condition would empty the array.
      return Object.keys(filter).length === 0 ? ABSENT : filter
    }
  }
}

function checked(value: unknown, rule: OperandRule, { name }: Arguments): unknown {
  const fault = value === ABSENT ? undefined : faultOfOperand(rule, value)
  if (fault) throw badInput(`An argument of ${name} can not be used. ${fault}`)
  return value
}

function fillEach({ each, modifiers }: Extract<OperandTemplate, { kind: 'each' }>, given: Arguments): unknown {
  const list = fillValue(each, fillStored(given, []))
  if (list === ABSENT) return ABSENT
  if (!Array.isArray(list)) throw badInput(`An argument of ${given.name} can not be used. A list is needed here.`)
  const beside = modifiers.map(modifier => [modifier.name, fillModifier(modifier, given)] as const)
  return { $each: list, ...Object.fromEntries(beside.filter(([, value]) => value !== ABSENT)) }
}

const fillModifier = ({ value, rule }: Modifier, given: Arguments): unknown =>
  checked(fillValue(value, fillStored(given, [])), rule, given)

/** For `$pull` an object is a query and a regular expression a pattern; what comes from outside is a value. */
function equalTo(hole: Hole, given: Arguments): unknown {
  const value = readArgument(hole, given)
  if (value === ABSENT) return ABSENT
  return typeof value === 'object' && value !== null ? { $eq: value } : value
}
