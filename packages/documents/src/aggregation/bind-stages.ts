import { isDocument } from '../json/bson-value.ts'
import { isOperators } from '../query/check-filter.ts'
import {
  type AskedVariable,
  findVariable,
  holdsVariable,
  MisplacedVariableError,
  type VariablePlace,
} from './variable.ts'

/** Gives the value of a variable at a place. What it gives is put in as data: no operator in it comes to life. */
export type Bind = (variable: AskedVariable, place: VariablePlace) => unknown

export type StageBinding = {
  bind: Bind
  /** Whether `$ifvar` keeps its stage. */
  has: (name: string) => boolean
}

/** Fills the variables of a pipeline. @throws MisplacedVariableError for one that stands where none can */
export const fillStages = (stages: readonly unknown[], binding: StageBinding): unknown[] =>
  stages.flatMap(stage => fillConditional(stage, binding))

/** `{"$ifvar": ["name" or names, stage, other stage?]}`: the stage where all are given, else the other one. */
function fillConditional(stage: unknown, binding: StageBinding): unknown[] {
  if (!isDocument(stage) || !('$ifvar' in stage)) return [fillStage(stage, binding)]
  const [names, then, otherwise] = Array.isArray(stage.$ifvar) ? stage.$ifvar : []
  const wanted: readonly unknown[] = Array.isArray(names) ? names : [names]
  if (!isDocument(then) || wanted.length === 0 || !wanted.every(name => typeof name === 'string')) {
    throw new MisplacedVariableError(
      '$ifvar takes [<name or names>, <stage>] or [<name or names>, <stage>, <other stage>].',
    )
  }
  const chosen = wanted.every(name => binding.has(String(name))) ? then : otherwise
  return chosen === undefined ? [] : [fillStage(chosen, binding)]
}

type StageFill = (argument: unknown, binding: StageBinding) => unknown

function fillStage(stage: unknown, binding: StageBinding): unknown {
  if (!isDocument(stage)) return stage
  return Object.fromEntries(
    Object.entries(stage).map(([name, argument]) => {
      const fill = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined
      return [name, (fill ?? withoutVariables)(argument, binding)]
    }),
  )
}

const STAGES: Readonly<Record<string, StageFill>> = {
  $match: fillFilter,
  $project: fillExpression,
  $addFields: fillExpression,
  $set: fillExpression,
  $group: fillExpression,
  $sortByCount: fillExpression,
  $replaceRoot: fillExpression,
  $replaceWith: fillExpression,
  $limit: fillNumber,
  $skip: fillNumber,
  $sort: fillSort,
  $facet: (argument, binding) => mapFields(argument, stages => fillInner(stages, binding)),
  $lookup: fillReading,
  $unionWith: fillReading,
}

function withoutVariables(argument: unknown): unknown {
  if (holdsVariable(argument)) throw new MisplacedVariableError('A variable can not stand here.')
  return argument
}

function fillReading(argument: unknown, binding: StageBinding): unknown {
  if (!isDocument(argument) || argument.pipeline === undefined) return withoutVariables(argument)
  const { pipeline, ...others } = argument
  withoutVariables(others)
  return { ...argument, pipeline: fillInner(pipeline, binding) }
}

const fillInner = (stages: unknown, binding: StageBinding): unknown =>
  Array.isArray(stages) ? fillStages(stages, binding) : withoutVariables(stages)

const mapFields = (value: unknown, map: (inner: unknown, name: string) => unknown): unknown =>
  isDocument(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)]))
    : withoutVariables(value)

function fillNumber(value: unknown, { bind }: StageBinding): unknown {
  const variable = findVariable(value)
  return variable ? bind(variable, { kind: 'number' }) : withoutVariables(value)
}

/** A variable may be one direction, or the whole sort. */
function fillSort(argument: unknown, binding: StageBinding): unknown {
  const variable = findVariable(argument)
  if (variable) return binding.bind(variable, { kind: 'sort' })
  return mapFields(argument, direction => fillNumber(direction, binding))
}

function fillExpression(value: unknown, binding: StageBinding): unknown {
  const variable = findVariable(value)
  if (variable) return { $literal: binding.bind(variable, { kind: 'expression' }) }
  if (Array.isArray(value)) return value.map(inner => fillExpression(inner, binding))
  if (!isDocument(value)) return value
  return mapFields(value, (inner, name) =>
    name === '$literal' ? fillLiteral(inner, binding) : fillExpression(inner, binding),
  )
}

/** Inside a value that is compared as a whole nothing is an operator. */
function fillLiteral(value: unknown, binding: StageBinding): unknown {
  const variable = findVariable(value)
  if (variable) return binding.bind(variable, { kind: 'literal' })
  if (Array.isArray(value)) return value.map(inner => fillLiteral(inner, binding))
  return isDocument(value) ? mapFields(value, inner => fillLiteral(inner, binding)) : value
}

function fillFilter(filter: unknown, binding: StageBinding): unknown {
  return mapFields(filter, (condition, name) => {
    if (name === '$expr') return fillExpression(condition, binding)
    if (!name.startsWith('$')) return fillCondition(condition, binding)
    return Array.isArray(condition) ? condition.map(branch => fillFilter(branch, binding)) : withoutVariables(condition)
  })
}

function fillCondition(condition: unknown, binding: StageBinding): unknown {
  const variable = findVariable(condition)
  if (variable) return { $eq: binding.bind(variable, { kind: 'value' }) }
  if (!isOperators(condition)) return fillLiteral(condition, binding)
  return mapFields(condition, (operand, operator) => fillOperand(operator, operand, binding))
}

function fillOperand(operator: string, operand: unknown, binding: StageBinding): unknown {
  const place = { kind: 'operand', operator } as const
  const variable = findVariable(operand)
  if (variable) return binding.bind(variable, place)
  if (operator === '$not') return fillCondition(operand, binding)
  if (operator === '$elemMatch')
    return isOperators(operand) ? fillCondition(operand, binding) : fillFilter(operand, binding)
  if (!Array.isArray(operand)) return fillLiteral(operand, binding)
  return operand.map(item => {
    const inner = findVariable(item)
    if (inner) return binding.bind(inner, { kind: 'operand', operator: `${operator}[]` })
    return operator === '$all' ? fillCondition(item, binding) : fillLiteral(item, binding)
  })
}
