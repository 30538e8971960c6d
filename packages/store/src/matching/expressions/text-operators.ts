import { InvalidQueryError } from '../../errors.ts'
import { compareStrings } from '../values/compare.ts'
import {
  byName,
  type ExpressionOperator,
  type ExpressionScope,
  isNothing,
  MANY,
  type OperatorTable,
  onValues,
  positionOf,
  spend,
  textOf,
  unlessNothing,
  wholeOf,
} from './operator.ts'
import { spell } from './spell.ts'

const letters = (change: (text: string) => string): ExpressionOperator =>
  onValues(1, 1, ([value]) => (isNothing(value) ? '' : change(spell(value))))

function concatenated(values: readonly unknown[], scope: ExpressionScope): string {
  const texts = values.map(value => textOf('$concat', value))
  spend(
    scope,
    0,
    texts.reduce((sum, text) => sum + text.length, 0),
  )
  return texts.join('')
}

function split([text, separator]: readonly unknown[], scope: ExpressionScope): string[] {
  const by = textOf('$split', separator)
  if (by === '') throw new InvalidQueryError('$split needs a separator that is not empty.')
  const parts = textOf('$split', text).split(by)
  spend(scope, parts.length)
  return parts
}

/** MongoDB's white space: NUL as well, and no line separators. */
const WHITE_SPACE = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'

type TrimmedEnds = { left: boolean; right: boolean }

const trimmer = (operator: string, ends: TrimmedEnds): ExpressionOperator =>
  byName(operator, { needed: ['input'], optional: ['chars'] }, ([input, chars = WHITE_SPACE]) =>
    isNothing(input) || chars === null ? null : trimmed(textOf(operator, input), textOf(operator, chars), ends),
  )

function trimmed(text: string, chars: string, { left, right }: TrimmedEnds): string {
  const cut = new Set(chars)
  const points = [...text]
  const isCut = (at: number) => cut.has(points[at] ?? '')
  let [start, end] = [0, points.length]
  while (left && start < end && isCut(start)) start += 1
  while (right && end > start && isCut(end - 1)) end -= 1
  return points.slice(start, end).join('')
}

function partByPoints([value, from, length]: readonly unknown[]): string {
  const [start, count] = [positionOf('$substrCP', from), positionOf('$substrCP', length)]
  return isNothing(value) ? '' : [...spell(value)].slice(start, start + count).join('')
}

/** A place within a character can't be cut at. */
function partByBytes([value, from, length]: readonly unknown[]): string {
  const [start, count] = [wholeOf('$substrBytes', from), wholeOf('$substrBytes', length)]
  const bytes = Buffer.from(isNothing(value) ? '' : spell(value))
  if (start < 0) return ''
  const end = count < 0 ? bytes.length : Math.min(bytes.length, start + count)
  if ([start, end].some(at => isInside(bytes[at])))
    throw new InvalidQueryError('$substrBytes cuts through a character.')
  return bytes.subarray(Math.min(start, end), end).toString()
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

function indexOf([text, part, from, to]: readonly unknown[]): number | null {
  if (isNothing(text)) return null
  const points = [...textOf('$indexOfCP', text)]
  const wanted = [...textOf('$indexOfCP', part)]
  const start = from === undefined ? 0 : positionOf('$indexOfCP', from)
  const end = to === undefined ? points.length : Math.min(points.length, positionOf('$indexOfCP', to))
  for (let at = start; at + wanted.length <= end; at += 1) {
    if (wanted.every((point, offset) => points[at + offset] === point)) return at
  }
  return -1
}

const replacer = (operator: string, replace: (text: string, find: string, by: string) => string): ExpressionOperator =>
  byName(operator, { needed: ['input', 'find', 'replacement'] }, (values, scope) => {
    if (values.some(isNothing)) return null
    const [text = '', find = '', by = ''] = values.map(value => textOf(operator, value))
    const places = find === '' ? text.length + 1 : text.length / find.length
    spend(scope, 0, text.length + places * by.length)
    return replace(text, find, by)
  })

/** Operators on texts. */
export const TEXT_OPERATORS: OperatorTable = {
  $concat: unlessNothing(1, MANY, concatenated),
  $toLower: letters(text => text.toLowerCase()),
  $toUpper: letters(text => text.toUpperCase()),
  $split: unlessNothing(2, 2, split),
  $trim: trimmer('$trim', { left: true, right: true }),
  $ltrim: trimmer('$ltrim', { left: true, right: false }),
  $rtrim: trimmer('$rtrim', { left: false, right: true }),
  $substrCP: onValues(3, 3, partByPoints),
  $substrBytes: onValues(3, 3, partByBytes),
  $strLenCP: onValues(1, 1, ([text]) => [...textOf('$strLenCP', text)].length),
  $strLenBytes: onValues(1, 1, ([text]) => Buffer.byteLength(textOf('$strLenBytes', text))),
  $strcasecmp: onValues(2, 2, ([a, b]) => compareStrings(upper(a), upper(b))),
  $indexOfCP: onValues(2, 4, indexOf),
  $replaceOne: replacer('$replaceOne', (text, find, by) => text.replace(find, () => by)),
  $replaceAll: replacer('$replaceAll', (text, find, by) => text.replaceAll(find, () => by)),
}

const upper = (value: unknown): string => (isNothing(value) ? '' : spell(value).toUpperCase())
