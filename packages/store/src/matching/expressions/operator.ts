import { InvalidQueryError } from '../../errors.ts'
import { numericOf } from '../values/numbers.ts'
import { fieldOf, isArray, isDocument, typeOf } from '../values/value.ts'

/** What one document may make: elements of lists, and characters by sixteens. */
const MAX_MADE = 1_000_000
const CHARACTERS_OF_ONE = 16

export type MakingBudget = { left: number }
export const newBudget = (): MakingBudget => ({ left: MAX_MADE })

/** Variables of `$let`, `$map` and their like, the innermost first. */
export type ExpressionVariables = { name: string; value: unknown; outer: ExpressionVariables } | undefined

export type ExpressionScope = { root: unknown; variables?: ExpressionVariables; budget?: MakingBudget }
export type Evaluate = (scope: ExpressionScope) => unknown

/** Arguments are given unevaluated: `$cond` and the like evaluate one branch alone. */
type Lazy = () => unknown

export type ExpressionOperator = {
  min: number
  max: number
  apply: (arguments_: readonly Lazy[], scope: ExpressionScope) => unknown
  /** Arguments given by name, in their order; undefined for one that is left out. */
  named?: (argument: unknown) => unknown[]
}
export type OperatorTable = Readonly<Record<string, ExpressionOperator>>

/** Compiles what stands inside an operator, with these variables besides those around it. */
export type CompileOperand = (expression: unknown, names?: readonly string[]) => Evaluate
/** An operator that brings variables, or looks at its argument before it is compiled. */
type ScopedOperator = (argument: unknown, compile: CompileOperand) => Evaluate
export type ScopedTable = Readonly<Record<string, ScopedOperator>>

export const MANY = 1000

export const isNothing = (value: unknown): boolean => value === null || value === undefined

/** Counts what an operator is about to make. @throws InvalidQueryError where it is too much */
export function spend({ budget }: ExpressionScope, elements: number, characters = 0): void {
  if (!budget) return
  budget.left -= elements + characters / CHARACTERS_OF_ONE
  if (budget.left < 0) {
    throw new InvalidQueryError(
      `An expression may make ${MAX_MADE} elements, or ${CHARACTERS_OF_ONE} times as many characters, of one document.`,
    )
  }
}

/** An operator on the values of its arguments. */
export const onValues = (
  min: number,
  max: number,
  apply: (values: readonly unknown[], scope: ExpressionScope) => unknown,
): ExpressionOperator => ({
  min,
  max,
  apply: (lazies, scope) =>
    apply(
      lazies.map(each => each()),
      scope,
    ),
})

/** Null when one of the values is null or missing. */
export const unlessNothing = (
  min: number,
  max: number,
  apply: (values: readonly unknown[], scope: ExpressionScope) => unknown,
): ExpressionOperator => onValues(min, max, (values, scope) => (values.some(isNothing) ? null : apply(values, scope)))

type OperatorNames = { needed: readonly string[]; optional?: readonly string[] }

/** Reads arguments that have names. @throws InvalidQueryError for a name that is missing or not known */
export function readNamed(operator: string, argument: unknown, { needed, optional = [] }: OperatorNames): unknown[] {
  const all = [...needed, ...optional]
  if (!isDocument(argument)) throw new InvalidQueryError(`${operator} needs a document with ${all.join(', ')}.`)
  const unknown = Object.keys(argument).find(name => !all.includes(name))
  if (unknown !== undefined)
    throw new InvalidQueryError(`${operator} does not know ${unknown}, only ${all.join(', ')}.`)
  const missing = needed.find(name => !Object.hasOwn(argument, name))
  if (missing !== undefined) throw new InvalidQueryError(`${operator} needs ${missing}.`)
  return all.map(name => fieldOf(argument, name))
}

/** An operator whose arguments have names. */
export const byName = (
  operator: string,
  names: OperatorNames,
  apply: (values: readonly unknown[], scope: ExpressionScope) => unknown,
): ExpressionOperator => ({ ...onValues(0, MANY, apply), named: argument => readNamed(operator, argument, names) })

export function arrayOf(operator: string, value: unknown): unknown[] {
  if (!isArray(value)) throw new InvalidQueryError(`${operator} needs an array.`)
  return value
}

export function textOf(operator: string, value: unknown): string {
  if (typeof value !== 'string')
    throw new InvalidQueryError(`${operator} takes strings, and here is a value of type ${typeOf(value)}.`)
  return value
}

/** A number without a fraction, within 32 bits. */
export function wholeOf(operator: string, value: unknown): number {
  const number = Number(numericOf(value)?.toString() ?? Number.NaN)
  if (Number.isInteger(number) && Math.abs(number) <= 2 ** 31) return number
  throw new InvalidQueryError(`${operator} needs a whole number of 32 bits.`)
}

/** Reads a position, which is not below 0. */
export function positionOf(operator: string, value: unknown): number {
  const position = wholeOf(operator, value)
  if (position < 0) throw new InvalidQueryError(`${operator} needs a number of at least 0.`)
  return position
}
