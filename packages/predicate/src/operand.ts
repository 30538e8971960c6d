import {
  type Attribute,
  bindingOf,
  bodyFieldOf,
  findAttribute,
  type PredicateUse,
  type Scope,
  suggestAttribute,
  userPropertyOf,
} from './attributes.ts'
import type { Exchange } from './exchange/exchange.ts'
import { SEVERAL } from './exchange/one-value.ts'
import { isBsonValue } from './exchange/stored-value.ts'
import { fault, type SyntaxFault, type Value } from './language/syntax.ts'

type OperandPart = { kind: 'literal'; text: string } | { kind: 'attribute'; attribute: Attribute }

/** A parameter's text with the attributes in it, ready to be bound to an exchange. */
export type Operand = {
  kind: 'operand'
  source: string
  parts: readonly OperandPart[]
  /** The whole text, when there is nothing to bind in it. */
  literal: string | undefined
}

const ATTRIBUTE =
  /%\{(?<long>[^}]*)\}|\$\{(?<bound>[^}]*)\}|(?<escape>%%|\$\$)|%(?<short>.?)|(?<![\w.-])@(?<root>user|request\.body)\.(?<path>[\w-]+(?:\.[\w-]+)*)|(?<![\w.-])@(?<broken>user|request|qparams|filter|now|rnd)\b/gsu

/** Splits a text at its attributes; what looks like one and is none is refused, so that a slip never becomes a literal. */
export function compileOperand({ text, offset }: Value, use: PredicateUse): Operand | SyntaxFault {
  const parts: OperandPart[] = []
  let literal = ''
  let end = 0
  for (const match of text.matchAll(ATTRIBUTE)) {
    literal += text.slice(end, match.index)
    end = match.index + match[0].length
    if (match.groups?.escape) {
      literal += match[0].charAt(0)
      continue
    }
    const attribute = readAttribute(match[0], match.groups ?? {}, use)
    if (typeof attribute === 'string') return fault(offset, attribute)
    if (literal !== '') parts.push({ kind: 'literal', text: literal })
    literal = ''
    parts.push({ kind: 'attribute', attribute })
  }
  literal += text.slice(end)
  if (parts.length === 0) return { kind: 'operand', source: text, parts: [{ kind: 'literal', text: literal }], literal }
  if (literal !== '') parts.push({ kind: 'literal', text: literal })
  return { kind: 'operand', source: text, parts, literal: undefined }
}

type Groups = { [name: string]: string | undefined }

function readAttribute(source: string, groups: Groups, use: PredicateUse): Attribute | string {
  const { bound, root, path, broken } = groups
  if (broken) return brokenVariable(broken)
  if (root && path) return root === 'user' ? userPropertyOf(path) : bodyFieldOf(path)
  return bound ? bindingOf(bound) : readExchangeAttribute(source, groups.long || groups.short || '', use)
}

function readExchangeAttribute(source: string, content: string, use: PredicateUse): Attribute | string {
  const attribute = findAttribute(content, use)
  if (!attribute) return `There is no attribute ${source}${suggestAttribute(content)} Write %% for a percent sign.`
  if (attribute.needs === 'response' && use === 'permission') {
    return `${source} is part of the response; a permission is judged before there is one.`
  }
  return attribute
}

function brokenVariable(root: string): string {
  switch (root) {
    case 'user':
      return '@user needs the path of a property, such as @user.team.'
    case 'request':
      return '@request needs the path of a field of the body, such as @request.body.owner.'
    case 'qparams':
      return '@qparams can not stand in an expression. Write %{q,name} for a query parameter.'
    default:
      return `@${root} can not stand in an expression.`
  }
}

/** @returns the value as it is when the operand is one attribute, else the text; undefined when something is not there */
export function resolve(operand: Operand, exchange: Exchange, scope: Scope): unknown {
  const [first] = operand.parts
  if (operand.parts.length === 1 && first?.kind === 'attribute')
    return first.attribute.read(exchange, scope) ?? undefined
  return resolveText(operand, exchange, scope)
}

/** Whether an attribute in it was sent more than once, with different values. */
export function holdsSeveral({ parts }: Operand, exchange: Exchange, scope: Scope): boolean {
  return parts.some(part => part.kind === 'attribute' && part.attribute.read(exchange, scope) === SEVERAL)
}

/** @returns undefined when something is not there, or has no text (a list, an object, several values) */
export function resolveText(operand: Operand, exchange: Exchange, scope: Scope): string | undefined {
  if (operand.literal !== undefined) return operand.literal
  let text = ''
  for (const part of operand.parts) {
    const piece = part.kind === 'literal' ? part.text : textOf(part.attribute.read(exchange, scope))
    if (piece === undefined) return undefined
    text += piece
  }
  return text
}

/**
 * Does what `resolveText` does, but what is put in must be exactly one segment, so that it can neither widen nor leave
 * its place.
 */
export function resolvePath(operand: Operand, exchange: Exchange, scope: Scope): string | undefined {
  let path = ''
  for (const part of operand.parts) {
    const piece = part.kind === 'literal' ? part.text : textOf(part.attribute.read(exchange, scope))
    if (piece === undefined || (part.kind === 'attribute' && (piece === '' || piece.includes('/')))) return undefined
    path += piece
  }
  return path
}

/** The text of a single value, the classes of BSON included. */
export function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
    case 'bigint':
      return `${value}`
    case 'object':
      return value === null ? undefined : bsonText(value)
    default:
      return undefined
  }
}

const SCALARS = new Set<unknown>(['ObjectId', 'Long', 'Int32', 'Double', 'Decimal128'])

function bsonText(value: object): string | undefined {
  return isBsonValue(value) && SCALARS.has(value._bsontype) ? `${value}` : undefined
}

/** The value for an explanation: short, and never a secret. */
export function showOperand(operand: Operand, exchange: Exchange, scope: Scope): string {
  if (operand.literal !== undefined) return `'${shorten(operand.literal)}'`
  const value = resolve(operand, exchange, scope)
  if (value === undefined) return `${operand.source} is not there`
  const isSecret = operand.parts.some(part => part.kind === 'attribute' && part.attribute.isSecret)
  return `${operand.source} was ${isSecret ? '[redacted]' : showValue(value)}`
}

function showValue(value: unknown): string {
  const text = textOf(value)
  if (text !== undefined) return `'${shorten(text)}'`
  if (value === SEVERAL) return 'sent more than once, with different values'
  return Array.isArray(value) ? `a list of ${value.length}` : 'not a single value'
}

const SHOWN = 100

export function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
