import { type Refusal, refuse } from '@sluice/contracts'
import { type Document, findPipelineFault } from '@sluice/store'
import { isDocument } from '../json/bson-value.ts'
import { type Bind, fillStages } from './bind-stages.ts'
import { faultOfValue, type PatternCheck } from './fault-of-value.ts'
import { MisplacedVariableError, type VariablePlace } from './variable.ts'
import { findValue, type VariableValues } from './variable-values.ts'

/** A pipeline with its values, or the name of the one that is not given, or that can't stand where it is asked for. */
export type FilledPipeline =
  | { kind: 'filled'; stages: Document[] }
  | { kind: 'missing'; name: string }
  | { kind: 'unusable'; name: string; why: string }

/** Carries what is wrong out of the depth of a pipeline. */
class UnboundVariableError extends Error {
  override name = 'UnboundVariableError'
  readonly fault: Exclude<FilledPipeline, { kind: 'filled' }>
  constructor(fault: UnboundVariableError['fault']) {
    super(fault.kind)
    this.fault = fault
  }
}

/**
 * Fills the variables of a pipeline that was checked by `findStagesFault`. A value is data wherever it stands: what looks
 * like an operator or like the path of a field is compared as it is.
 * @param faultOfPattern what is asked of a value that is the pattern of a `$regex`
 */
export function fillVariables(
  stages: readonly Document[],
  values: VariableValues,
  faultOfPattern?: PatternCheck,
): FilledPipeline {
  const find = (name: string) => {
    const found = findValue(values, name)
    if (found.kind !== 'contradictory') return found
    throw new UnboundVariableError({ kind: 'unusable', name, why: GIVEN_TWICE })
  }
  const bind: Bind = ({ name, otherwise }, place) => {
    const found = find(name)
    if (found.kind === 'missing' && !otherwise) throw new UnboundVariableError({ kind: 'missing', name })
    const value = found.kind === 'given' ? found.value : otherwise?.value
    const why = faultOfValue(place, value, faultOfPattern)
    if (why) throw new UnboundVariableError({ kind: 'unusable', name, why })
    return value
  }
  try {
    const filled = fillStages(stages, { bind, has: name => find(name).kind === 'given' })
    return { kind: 'filled', stages: filled.filter(isDocument) }
  } catch (error) {
    if (error instanceof UnboundVariableError) return error.fault
    throw error
  }
}

const GIVEN_TWICE = 'it is given twice, as a field of an object and by its dotted name, with different values.'

/**
 * Fills the variables of a stored pipeline from the `avars` of a request, and from its caller where their names begin
 * with `@`.
 * @returns `BAD_QUERY` naming a variable that is not given, or whose value can't stand where it is asked for; `FORBIDDEN`
 * naming one that the caller has no value for
 */
export function bindVariables(
  stages: readonly Document[],
  values: VariableValues,
): { kind: 'bound'; stages: Document[] } | Refusal {
  try {
    const filled = fillVariables(stages, values)
    return filled.kind === 'filled' ? { kind: 'bound', stages: filled.stages } : refuseVariable(filled)
  } catch (error) {
    if (error instanceof MisplacedVariableError) return refuse('BAD_QUERY', error.message)
    throw error
  }
}

function refuseVariable(fault: UnboundVariableError['fault']): Refusal {
  const { name } = fault
  const isMissing = fault.kind === 'missing'
  if (isMissing && name.startsWith('@')) {
    return refuse('FORBIDDEN', `The aggregation asks for ${name}, and for you it has no usable value.`)
  }
  const message = isMissing
    ? `The aggregation needs a value for "${name}". Send avars={"${name}": …}.`
    : `${name}: ${fault.why}`
  return refuse('BAD_QUERY', isMissing ? message : `avars: ${message}`, [{ path: 'avars', message }])
}

type PipelineFault = { path: string; message: string }

/**
 * Judges a pipeline that is to be kept: its stages and operators by the store's allow-list, with stand-ins for the
 * variables.
 */
export function findStagesFault(stages: readonly unknown[]): PipelineFault | undefined {
  const other = stages.findIndex(stage => !isDocument(stage))
  if (other !== -1) return { path: String(other), message: 'A stage is an object with one field.' }
  for (const [index, stage] of stages.entries()) {
    const message = findStageFault(stage)
    if (message !== undefined) return { path: String(index), message }
  }
  return undefined
}

/** With and without what `$ifvar` depends on. */
function findStageFault(stage: unknown): string | undefined {
  try {
    for (const isGiven of [true, false]) {
      const filled = fillStages([stage], { bind: (_variable, place) => standIn(place), has: () => isGiven })
      const fault = findPipelineFault(filled.filter(isDocument))
      if (fault) return fault.message
    }
    return undefined
  } catch (error) {
    if (error instanceof MisplacedVariableError) return error.message
    throw error
  }
}

const OPERANDS: Readonly<Record<string, unknown>> = {
  $in: [],
  $nin: [],
  $all: [],
  $regex: 'a',
  $options: '',
  $size: 0,
  $mod: [1, 0],
  $type: 'string',
  $exists: true,
}

function standIn(place: VariablePlace): unknown {
  if (place.kind === 'number') return 1
  if (place.kind === 'sort') return { _id: 1 }
  if (place.kind !== 'operand') return null
  if (place.operator === '$not' || place.operator === '$elemMatch') {
    throw new MisplacedVariableError(`A variable can not be the whole of ${place.operator}.`)
  }
  if (place.operator === '$mod[]') return 1
  return Object.hasOwn(OPERANDS, place.operator) ? OPERANDS[place.operator] : null
}
