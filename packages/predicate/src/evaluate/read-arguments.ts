import type { PredicateUse } from '../attributes.ts'
import type { CallInput, Definition, Parameter } from '../definition.ts'
import { compileJson, type JsonTemplate } from '../json-template.ts'
import { didYouMean } from '../language/suggest.ts'
import { type CallSyntax, fault, type SyntaxFault, type Value } from '../language/syntax.ts'
import { compileOperand, type Operand } from '../operand.ts'

/** A predicate asked for an argument that its own parameters don't have. */
class PredicateDefinitionError extends Error {
  override name = 'PredicateDefinitionError'
}

type GivenArguments = { values: readonly Value[]; operands: readonly Operand[]; jsons: readonly JsonTemplate[] }

/** Checks a call's arguments against the parameters of its predicate. */
export function readArguments(call: CallSyntax, definition: Definition, use: PredicateUse): CallInput | SyntaxFault {
  const byName = sortByName(call, definition)
  if (!(byName instanceof Map)) return byName
  const given = new Map<string, GivenArguments>()
  for (const parameter of definition.parameters) {
    const read = readParameter(call, parameter, { values: byName.get(parameter.name), use })
    if ('kind' in read) return read
    given.set(parameter.name, read)
  }
  return inputOf(call, given, use)
}

function sortByName(call: CallSyntax, definition: Definition): Map<string, readonly Value[]> | SyntaxFault {
  const { parameters, defaultParameter } = definition
  const byName = new Map<string, readonly Value[]>()
  for (const { name = defaultParameter, offset, values } of call.arguments) {
    if (name === undefined && values.length === 0) continue
    if (name === undefined) return fault(offset, noDefault(call.name, parameters))
    if (!parameters.some(parameter => parameter.name === name)) {
      const known = parameters.map(parameter => parameter.name)
      return fault(offset, `${call.name} has no parameter "${name}"${didYouMean(name, known)}`)
    }
    if (byName.has(name)) return fault(offset, `The parameter "${name}" is given twice.`)
    byName.set(name, values)
  }
  return byName
}

function noDefault(predicate: string, parameters: readonly Parameter[]): string {
  const [first] = parameters
  if (!first) return `${predicate} takes no parameters.`
  return `${predicate} has no default parameter. Write ${predicate}(${first.name}=…).`
}

function readParameter(
  call: CallSyntax,
  parameter: Parameter,
  { values, use }: { values: readonly Value[] | undefined; use: PredicateUse },
): GivenArguments | SyntaxFault {
  const { name, takes, fallback } = parameter
  if (!values && fallback === undefined) return fault(call.offset, `${call.name} needs the parameter "${name}".`)
  const all = values ?? [{ text: fallback ?? '', offset: call.offset }]
  const wrong = valuesFault(call, parameter, all)
  if (wrong) return wrong
  if (takes === 'text' || takes === 'texts') return { values: all, operands: [], jsons: [] }
  return takes === 'json' || takes === 'jsons' ? compileJsons(all, use) : compileOperands(all, use)
}

function compileJsons(values: readonly Value[], use: PredicateUse): GivenArguments | SyntaxFault {
  const jsons: JsonTemplate[] = []
  for (const value of values) {
    const json = compileJson(value, use)
    if (json.kind === 'fault') return json
    jsons.push(json)
  }
  return { values, operands: jsons.flatMap(({ operands }) => operands), jsons }
}

function compileOperands(values: readonly Value[], use: PredicateUse): GivenArguments | SyntaxFault {
  const operands: Operand[] = []
  for (const value of values) {
    const operand = compileOperand(value, use)
    if (operand.kind === 'fault') return operand
    operands.push(operand)
  }
  return { values, operands, jsons: [] }
}

function valuesFault(call: CallSyntax, parameter: Parameter, values: readonly Value[]): SyntaxFault | undefined {
  const label = `"${parameter.name}" of ${call.name}`
  const takesOne = !parameter.takes.endsWith('s')
  if (takesOne && values.length > 1) return fault(call.offset, `${label} takes one value, not ${values.length}.`)
  const { minimum = 1 } = parameter
  if (values.length < minimum) {
    return fault(call.offset, `${label} needs ${minimum === 1 ? 'a value' : `at least ${minimum} values`}.`)
  }
  const empty = parameter.mayBeEmpty ? undefined : values.find(({ text }) => text === '')
  return empty && fault(empty.offset, `${label} must not be empty.`)
}

function inputOf(
  { name, offset }: CallSyntax,
  given: ReadonlyMap<string, GivenArguments>,
  use: PredicateUse,
): CallInput {
  const find = (parameter: string): GivenArguments => {
    const found = given.get(parameter)
    if (!found) throw new PredicateDefinitionError(`${name} reads the parameter "${parameter}", which it does not have`)
    return found
  }
  const only = <T>(all: readonly T[], parameter: string): T => {
    const [value] = all
    if (value === undefined) throw new PredicateDefinitionError(`${name} needs a value for "${parameter}"`)
    return value
  }
  return {
    use,
    offset,
    texts: parameter => find(parameter).values,
    text: parameter => only(find(parameter).values, parameter),
    operands: parameter => find(parameter).operands,
    operand: parameter => only(find(parameter).operands, parameter),
    jsons: parameter => find(parameter).jsons,
    json: parameter => only(find(parameter).jsons, parameter),
  }
}
