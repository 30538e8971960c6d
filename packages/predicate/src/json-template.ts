import type { PredicateUse, Scope } from './attributes.ts'
import type { Exchange } from './exchange/exchange.ts'
import { SEVERAL } from './exchange/one-value.ts'
import { fault, type SyntaxFault, type Value } from './language/syntax.ts'
import { compileOperand, type Operand, resolve, resolveText } from './operand.ts'

/** JSON text with attributes in its texts. They are bound as data: nothing that is put in is ever read as JSON. */
export type JsonTemplate = {
  kind: 'json'
  source: string
  operands: readonly Operand[]
  /** @returns undefined when something is not there */
  bind(exchange: Exchange, scope: Scope): unknown
}

type TemplatePart = Pick<JsonTemplate, 'operands' | 'bind'>

/** `'"red"'`, `5`, `'["a", "@user.team"]'`; a text that is one attribute, in quotes or not, keeps the type of its value. */
export function compileJson(given: Value, use: PredicateUse): JsonTemplate | SyntaxFault {
  const parsed = parseJson(given.text)
  if (parsed === undefined) return compileBare(given, use)
  const part = compilePart(parsed, { offset: given.offset, use })
  return 'kind' in part ? part : { kind: 'json', source: given.text, ...part }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function compileBare(given: Value, use: PredicateUse): JsonTemplate | SyntaxFault {
  const operand = use === 'type-resolver' ? undefined : compileOperand(given, use)
  if (operand?.kind === 'fault') return operand
  if (operand?.parts.length === 1 && operand.literal === undefined) {
    return { kind: 'json', source: given.text, ...attributePart(operand) }
  }
  return fault(
    given.offset,
    `${given.text} is no JSON. Write '"red"' for a text; 5, true and null stand without quotes.`,
  )
}

function attributePart(operand: Operand): TemplatePart {
  const read = operand.parts.length === 1 ? resolve : resolveText
  return {
    operands: [operand],
    bind(exchange, scope) {
      const value = read(operand, exchange, scope)
      return value === SEVERAL ? undefined : value
    },
  }
}

type TemplatePlace = { offset: number; use: PredicateUse }

function compilePart(value: unknown, place: TemplatePlace): TemplatePart | SyntaxFault {
  if (typeof value === 'string' && place.use !== 'type-resolver') return compileText(value, place)
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return fault(place.offset, 'JSON does not keep all digits of a number this large. Write {"$numberLong": "…"}.')
  }
  if (typeof value !== 'object' || value === null) return constant(value)
  return Array.isArray(value) ? compileList(value, place) : compileObject(value, place)
}

function constant(value: unknown): TemplatePart {
  return { operands: [], bind: () => value }
}

function compileText(text: string, { offset, use }: TemplatePlace): TemplatePart | SyntaxFault {
  const operand = compileOperand({ text, offset }, use)
  if (operand.kind === 'fault') return operand
  return operand.literal === undefined ? attributePart(operand) : constant(operand.literal)
}

function compileList(list: readonly unknown[], place: TemplatePlace): TemplatePart | SyntaxFault {
  const parts: TemplatePart[] = []
  for (const element of list) {
    const part = compilePart(element, place)
    if ('kind' in part) return part
    parts.push(part)
  }
  return {
    operands: parts.flatMap(({ operands }) => operands),
    bind(exchange, scope) {
      const bound = parts.map(({ bind }) => bind(exchange, scope))
      return bound.includes(undefined) ? undefined : bound
    },
  }
}

function compileObject(object: object, place: TemplatePlace): TemplatePart | SyntaxFault {
  const names = Object.keys(object)
  const values = compileList(Object.values(object), place)
  if ('kind' in values) return values
  return {
    operands: values.operands,
    bind(exchange, scope) {
      const bound = values.bind(exchange, scope)
      return Array.isArray(bound) ? Object.fromEntries(names.map((name, index) => [name, bound[index]])) : undefined
    },
  }
}
