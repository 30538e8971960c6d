import type { Scope } from '../attributes.ts'
import type { Definition } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { fault } from '../language/syntax.ts'
import { holdsSeveral, type Operand, resolve, resolveText, showOperand, textOf } from '../operand.ts'

/** All values are equal, compared as text. */
export const equals: Definition = {
  parameters: [{ name: 'value', takes: 'operands', minimum: 2, mayBeEmpty: true }],
  defaultParameter: 'value',
  build({ operands }) {
    const all = operands('value')
    return {
      kind: 'check',
      test(exchange, scope) {
        const texts = resolveAll(all, exchange, scope)
        return texts ? texts.every(text => text === texts[0]) : 'unknown'
      },
      because: (exchange, scope) => showAll(all, exchange, scope),
    }
  },
}

/** The value has any of the searched texts in it. An empty search text is as good as none: it would match everything. */
export const contains: Definition = {
  parameters: [
    { name: 'value', takes: 'operand' },
    { name: 'search', takes: 'operands' },
  ],
  build({ operand, operands }) {
    const value = operand('value')
    const search = operands('search')
    return {
      kind: 'check',
      test(exchange, scope) {
        const text = resolveText(value, exchange, scope)
        const wanted = resolveAll(search, exchange, scope)
        if (text === undefined || !wanted || wanted.includes('')) return 'unknown'
        return wanted.some(piece => text.includes(piece))
      },
      because: (exchange, scope) => showAll([value, ...search], exchange, scope),
    }
  },
}

/** Present and not empty. The one predicate that a missing value makes false; one that was sent twice is there. */
export const exists: Definition = {
  parameters: [{ name: 'value', takes: 'operand' }],
  defaultParameter: 'value',
  build({ operand, offset }) {
    const value = operand('value')
    if (value.literal !== undefined) return fault(offset, 'exists needs something to look for, such as %{i,Accept}.')
    return {
      kind: 'check',
      test(exchange, scope) {
        const found = resolve(value, exchange, scope)
        if (found === undefined && holdsSeveral(value, exchange, scope)) return 'unknown'
        return found !== undefined && found !== '' && !(Array.isArray(found) && found.length === 0)
      },
      because: (exchange, scope) => showOperand(value, exchange, scope),
    }
  },
}

/** The value is one of the array; a list that is bound (`@user.teams`) stands for its elements. */
export const isIn: Definition = {
  parameters: [
    { name: 'value', takes: 'operand', mayBeEmpty: true },
    { name: 'array', takes: 'operands', mayBeEmpty: true },
  ],
  defaultParameter: 'value',
  build({ operand, operands }) {
    const value = operand('value')
    const array = operands('array')
    return {
      kind: 'check',
      test(exchange, scope) {
        const text = resolveText(value, exchange, scope)
        const elements = resolveElements(array, exchange, scope)
        return text === undefined || !elements ? 'unknown' : elements.includes(text)
      },
      because: (exchange, scope) => showAll([value, ...array], exchange, scope),
    }
  },
}

function resolveAll(operands: readonly Operand[], exchange: Exchange, scope: Scope): string[] | undefined {
  const texts: string[] = []
  for (const operand of operands) {
    const text = resolveText(operand, exchange, scope)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return texts
}

function resolveElements(operands: readonly Operand[], exchange: Exchange, scope: Scope): string[] | undefined {
  const elements: string[] = []
  for (const operand of operands) {
    const value = resolve(operand, exchange, scope)
    for (const element of Array.isArray(value) ? value : [value]) {
      const text = textOf(element)
      if (text === undefined) return undefined
      elements.push(text)
    }
  }
  return elements
}

function showAll(operands: readonly Operand[], exchange: Exchange, scope: Scope): string {
  const shown = operands
    .filter(({ literal }) => literal === undefined)
    .map(operand => showOperand(operand, exchange, scope))
  return shown.length === 0 ? 'only fixed texts are compared' : shown.join(', ')
}
