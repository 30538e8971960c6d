import type { Definition, PredicateCheck } from '../definition.ts'
import { fault } from '../language/syntax.ts'

/** Any of; whatever the case. In a permission `GET` also covers HEAD. */
export const method: Definition = {
  parameters: [{ name: 'value', takes: 'texts' }],
  defaultParameter: 'value',
  build({ texts, use }) {
    const wrong = texts('value').find(({ text }) => !/^[A-Za-z][\w-]*$/.test(text))
    if (wrong) return fault(wrong.offset, `"${wrong.text}" is not the name of an HTTP method.`)
    const methods = new Set(texts('value').map(({ text }) => text.toUpperCase()))
    if (use === 'permission' && methods.has('GET')) methods.add('HEAD')
    return {
      kind: 'check',
      test: testMethod(methods),
      because: exchange => `the method was ${exchange.method}`,
      keys: [{ place: { kind: 'anywhere' }, methods }],
    }
  },
}

function testMethod(methods: ReadonlySet<string>): PredicateCheck['test'] {
  const [only] = methods
  return methods.size === 1 ? exchange => exchange.method === only : exchange => methods.has(exchange.method)
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])

export const idempotent: Definition = withoutParameters({
  kind: 'check',
  test: exchange => IDEMPOTENT.has(exchange.method),
  because: exchange => `the method was ${exchange.method}`,
  keys: [{ place: { kind: 'anywhere' }, methods: IDEMPOTENT }],
})

export const secure: Definition = withoutParameters({
  kind: 'check',
  test: exchange => exchange.isSecure,
  because: exchange => (exchange.isSecure ? 'the connection was encrypted' : 'the connection was not encrypted'),
})

/** Unknown where nobody can tell. */
export const authRequired: Definition = withoutParameters({
  kind: 'check',
  test: exchange => exchange.needsCredentials?.() ?? 'unknown',
  because(exchange) {
    const isNeeded = exchange.needsCredentials?.()
    if (isNeeded === undefined) return 'it is not known whether an anonymous caller would be let in'
    return isNeeded ? 'an anonymous caller would be refused' : 'an anonymous caller would be let in'
  },
})

export const always: Definition = withoutParameters({ kind: 'check', test: () => true, because: () => 'it always is' })
export const never: Definition = withoutParameters({
  kind: 'check',
  test: () => false,
  because: () => 'it always is',
  keys: [],
})

function withoutParameters(check: PredicateCheck): Definition {
  return { parameters: [], build: () => check }
}

const TOOL_PATTERN = /^(?:[a-z0-9_]{1,64}|[a-z0-9_]{0,63}\*)$/

/** True of a request that an assistant's tool makes: any of the names, or of those that begin as one with * behind it says. */
export const mcpTool: Definition = {
  parameters: [{ name: 'value', takes: 'texts' }],
  defaultParameter: 'value',
  build({ texts }) {
    const wrong = texts('value').find(({ text }) => !TOOL_PATTERN.test(text))
    if (wrong)
      return fault(wrong.offset, `"${wrong.text}" is not the name of a tool such as find_documents, or find_*.`)
    const names = texts('value').map(({ text }) => text)
    const fits = (tool: string) =>
      names.some(name => (name.endsWith('*') ? tool.startsWith(name.slice(0, -1)) : tool === name))
    return {
      kind: 'check',
      test: ({ tool }) => tool !== undefined && fits(tool),
      because: ({ tool }) => (tool === undefined ? 'no tool of an assistant made the request' : `the tool was ${tool}`),
    }
  },
}

const STATUS = /^(?:[1-5]xx|[1-5]\d\d)$/i

/** A status, or a class such as `5xx`. */
export const responseCode: Definition = {
  parameters: [{ name: 'value', takes: 'texts' }],
  defaultParameter: 'value',
  build({ texts, use, offset }) {
    if (use === 'permission') {
      return fault(offset, 'response-code looks at the response; a permission is judged before there is one.')
    }
    const wrong = texts('value').find(({ text }) => !STATUS.test(text))
    if (wrong) return fault(wrong.offset, `"${wrong.text}" is not a status such as 404, or a class such as 5xx.`)
    const codes = texts('value').map(({ text }) => text.toLowerCase())
    const statuses = new Set(codes.map(Number))
    const classes = new Set(codes.filter(code => code.endsWith('xx')).map(code => Number(code.charAt(0))))
    return {
      kind: 'check',
      test({ response }) {
        if (!response) return 'unknown'
        return statuses.has(response.statusCode) || classes.has(Math.floor(response.statusCode / 100))
      },
      because: ({ response }) => (response ? `the status was ${response.statusCode}` : 'there was no response'),
    }
  },
}
