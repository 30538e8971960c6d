import type { Document } from '../port.ts'

/** A branch of `$switch`, or what `$cond` takes by name. */
export const chosen = (condition: string, when: unknown, value: unknown): Document =>
  Object.fromEntries([
    [condition, when],
    ['then', value],
  ])

/** Expressions that fail on a document, on every store. */
export const FAILING_EXPRESSIONS: readonly (readonly [sentence: string, expression: unknown])[] = [
  ['$divide by 0', { $divide: ['$n', 0] }],
  ['$mod by 0', { $mod: ['$n', 0] }],
  ['$range without a step', { $range: [0, 5, 0] }],
  ['$map of a text', { $map: { input: '$text', in: 1 } }],
  ['$filter of a number', { $filter: { input: '$n', cond: true } }],
  ['$reduce of a document', { $reduce: { input: '$doc', initialValue: 0, in: 1 } }],
  ['$switch without a branch that fits', { $switch: { branches: [chosen('case', false, 1)] } }],
  ['$toInt of a text that is no number', { $toInt: '$text' }],
  ['$dateToString of a text', { $dateToString: { date: '$text' } }],
  ['$split by nothing', { $split: ['$text', ''] }],
  ['$concatArrays of a text', { $concatArrays: ['$list', '$text'] }],
  ['$strLenCP of null', { $strLenCP: '$nothing' }],
  ['$concat of a number', { $concat: ['a', '$n'] }],
  ['$round of a text', { $round: '$text' }],
]

/** Expressions that are refused before anything is read. */
export const MALFORMED_EXPRESSIONS: readonly (readonly [sentence: string, expression: unknown])[] = [
  ['$map without a body', { $map: { input: '$list' } }],
  ['$filter by an unknown name', { $filter: { input: '$list', cond: true, where: 1 } }],
  ['$reduce of a list', { $reduce: ['$list', 0, 1] }],
  ['$switch of nothing', { $switch: { branches: [] } }],
  ['$let with a name that begins with a capital', { $let: { vars: { A: 1 }, in: 1 } }],
  ['$dateToString without a date', { $dateToString: { format: '%Y' } }],
  ['$slice of one argument', { $slice: ['$list'] }],
  ['an expression with two operators', { $abs: 1, $ceil: 1 }],
]

/** Operators and variables that are on no list. */
export const FOREIGN_EXPRESSIONS: readonly (readonly [name: string, expression: unknown])[] = [
  ['$function', { $map: { input: '$list', in: { $function: { body: 'x', args: [], lang: 'js' } } } }],
  ['$function', { $switch: { branches: [chosen('case', { $function: {} }, 1)] } }],
  ['$accumulator', { $let: { vars: { a: { $accumulator: {} } }, in: 1 } }],
  ['$where', { $reduce: { input: [], initialValue: { $where: '1' }, in: 1 } }],
  ['$rand', { $rand: {} }],
  ['$$this', '$$this'],
  ['$$value', { $map: { input: '$list', in: '$$value' } }],
  ['$$a', { $let: { vars: { a: 1, b: '$$a' }, in: 1 } }],
  ['$$USER_ROLES', { $let: { vars: { a: '$$USER_ROLES' }, in: 1 } }],
]
