import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createGraphqlRedaction } from './graphql-redaction.ts'
import { redactBody, redactQuery } from './redact-body.ts'

const secret = 'S3CR3T-VALUE'
const redact = (body: unknown, graphql = createGraphqlRedaction()) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return redactBody(Buffer.from(text), { contentType: 'application/json', isTruncated: false, graphql })?.toString()
}
const queryOf = (query: string) => JSON.parse(redact({ query }) ?? '').query

describe('a literal in the text of a query', () => {
  it.each<[string, string, string]>([
    ['of an argument', '{ a(user: "u", password: "X") }', '{ a(user: "u", password: "[redacted]") }'],
    ['of a block', 'mutation { a(token: """X\n  X""") }', 'mutation { a(token: "[redacted]") }'],
    [
      'of an input field',
      'mutation { a(in: {n: 1, secret: "X"}) }',
      'mutation { a(in: {n: 1, secret: "[redacted]"}) }',
    ],
    ['deep in lists', '{ a(in: [{b: [{apiKey: "X"}]}]) }', '{ a(in: [{b: [{apiKey: "[redacted]"}]}]) }'],
    ['that is a list', '{ a(token: ["X", "X"]) }', '{ a(token: "[redacted]") }'],
    ['that is an object', '{ a(secret: {n: "X", m: 1}) }', '{ a(secret: "[redacted]") }'],
    ['that is a number', '{ a(token: 123456) }', '{ a(token: "[redacted]") }'],
    ['in other letters', '{ a(API_KEY: "X", Password: "X") }', '{ a(API_KEY: "[redacted]", Password: "[redacted]") }'],
    ['of a directive', '{ a @with(token: "X") }', '{ a @with(token: "[redacted]") }'],
    [
      'in a fragment',
      '{ ...f } fragment f on Q { a(token:"X") }',
      '{ ...f } fragment f on Q { a(token:"[redacted]") }',
    ],
    [
      'with commas and comments between',
      '{ a(token # the "token"\n , : , "X") }',
      '{ a(token # [redacted]\n , : , "[redacted]") }',
    ],
    [
      'of a variable that is called so',
      'query($token: String = "X") { a }',
      'query($token: String = "[redacted]") { a }',
    ],
    [
      'of a variable that goes there',
      'query($t: String = "X", $n: Int = 1) { a(token: $t) }',
      'query($t: String = "[redacted]", $n: Int = 1) { a(token: $t) }',
    ],
    ['that was put behind a comment', '{ # a(password: "X")\n a }', '{ # [redacted]\n a }'],
  ])('is masked where it is a secret %s', (_, query, expected) => {
    const sent = query.replaceAll('X', secret)
    expect(queryOf(sent)).toBe(expected)
    expect(queryOf(`# é\n${sent}`)).toBe(`# é\n${expected}`)
  })

  it('stays where it is none, byte for byte', () => {
    const query = 'query Token($id: ID!) { token(id: $id, note: "my password") { secret tokens } }'
    expect(queryOf(query)).toBe(query)
  })

  it.each<[string, string]>([
    ['cut off', `mutation { a(password: "${secret}"`],
    ['broken', `mutation { a(password: "${secret}) }`],
    ['no GraphQL', `password: "${secret}"`],
    ['too long', `{ a(password: "${secret}") ${'a '.repeat(20_000)} }`],
    ['too deep', `{ a(password: "${secret}") ${'{a'.repeat(20_000)} }`],
  ])('hides the whole text where that is %s', (_, query) => {
    expect(queryOf(query)).toBe('[redacted]')
  })

  it('is masked in each request of a batch, in an app and in its trusted documents', () => {
    const query = `{ a(password: "${secret}") }`
    const schema = `type Query { a(password: String = "${secret}"): Int }`
    for (const body of [[{ query }, { query }], { schema, mappings: {} }, { [`${'0f'.repeat(32)}`]: query }]) {
      expect(redact(body)).not.toContain(secret)
    }
  })

  it('is masked in a text that stands in a document of a collection', () => {
    const redacted = redactBody(Buffer.from(JSON.stringify({ query: `mutation { a(in: {token: ["${secret}"]}) }` })), {
      contentType: 'application/json',
      isTruncated: false,
    })
    expect(redacted?.toString()).toBe(JSON.stringify({ query: 'mutation { a(in: {token: "[redacted]"}) }' }))
  })

  it('is never let through, wherever it stands', () => {
    const name = fc.constantFrom('password', 'token', 'secret', 'apiKey', 'api_key')
    const literal = fc.constantFrom(`"${secret}"`, `"""\n ${secret}"""`, `["${secret}"]`, `{a: "${secret}"}`)
    const place = fc.constantFrom(
      (is: string) => `{ a(${is}) }`,
      (is: string) => `mutation M { a(b: {c: [{${is}}]}) { d } }`,
      (is: string) => `{ a @d(${is}) { b } }`,
    )
    fc.assert(
      fc.property(fc.tuple(name, literal, place), fc.nat(60), fc.boolean(), ([is, value, at], cut, isCut) => {
        const text = at(`${is}: ${value}`)
        const query = isCut ? text.slice(0, Math.max(0, text.length - cut)) : text
        return !(redact({ query }) ?? '').includes(secret)
      }),
    )
  })
})

describe('a variable', () => {
  const query = 'query($p: String, $n: Int) { a(password: $p, n: $n) }'

  it('is masked, whatever it is called, where the text hands it on as a secret', () => {
    const body = { query, variables: { p: secret, n: 1 } }
    expect(JSON.parse(redact(body) ?? '')).toEqual({ query, variables: { p: '[redacted]', n: 1 } })
    expect(JSON.parse(redact([body, { query: '{ token }', variables: { p: 'kept' } }]) ?? '')).toEqual([
      { query, variables: { p: '[redacted]', n: 1 } },
      { query: '{ token }', variables: { p: 'kept' } },
    ])
  })

  it('is masked inside a list or an object that is handed on', () => {
    const inside = 'query($p: String) { a(secret: {list: [$p]}) }'
    expect(redact({ query: inside, variables: { p: secret } })).not.toContain(secret)
  })
})

describe('a request by GET', () => {
  const get = (parameters: Record<string, string>) =>
    new URLSearchParams(redactQuery(String(new URLSearchParams(parameters)), createGraphqlRedaction()))

  it('shows neither literals nor variables that are secrets', () => {
    const query = `query($p: String) { a(password: $p, token: "${secret}") }`
    const shown = get({ query, variables: JSON.stringify({ p: secret, deep: { token: secret } }), page: '1' })
    expect(Object.fromEntries(shown)).toEqual({
      query: 'query($p: String) { a(password: $p, token: "[redacted]") }',
      variables: '{"p":"[redacted]","deep":{"token":"[redacted]"}}',
      page: '1',
    })
  })

  it('stays as it was sent where there is nothing to hide', () => {
    const sent = 'query=%7B%20token%20%7D&variables=%7B%22n%22%3A1.0%7D&operationName=A'
    expect(redactQuery(sent, createGraphqlRedaction())).toBe(sent)
  })

  it('shows nothing of a parameter that came twice, or can not be read', () => {
    const twice = `query=${encodeURIComponent(`{a(token:"${secret}")}`)}&query=%7Ba%7D`
    expect(redactQuery(twice, createGraphqlRedaction())).toBe('query=[redacted]&query=[redacted]')
    expect(redactQuery(`variables=${secret}%20`, createGraphqlRedaction())).toBe('variables=[redacted]')
    expect(redactQuery(`query=${encodeURIComponent(`{a(token:"${secret}"`)}`, createGraphqlRedaction())).toBe(
      'query=[redacted]',
    )
  })

  it('never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant('['.repeat(30_000)))
    fc.assert(
      fc.property(text, text, (query, variables) => {
        const sent = `query=${encodeURIComponent(query.toWellFormed())}&variables=${encodeURIComponent(variables.toWellFormed())}`
        return typeof redactQuery(sent, createGraphqlRedaction()) === 'string'
      }),
    )
  })
})

describe('the answer', () => {
  const answerTo = (request: unknown, answer: unknown) => {
    const graphql = createGraphqlRedaction()
    redact(request, graphql)
    return graphql.redactAnswer(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)))?.toString()
  }

  it.each<[string, string]>([
    ['as it is', `Expected value of type "Int", found "${secret}".`],
    ['escaped', `found "${secret}\\"'\\n".`],
  ])('does not repeat what was a secret in the text: %s', (_, message) => {
    const query = `{ a(password: "${secret}", token: "${secret}\\"'\\n") }`
    const shown = answerTo(
      { query },
      { errors: [{ message, locations: [{ line: 1, column: 3 }] }], data: { n: 12345 } },
    )
    expect(shown).not.toContain(secret)
    expect(JSON.parse(shown ?? '')).toMatchObject({
      errors: [{ locations: [{ line: 1, column: 3 }] }],
      data: { n: 12345 },
    })
  })

  it('does not repeat what was a secret in the variables', () => {
    const request = { query: 'query($p: Int) { a(password: $p) }', variables: { p: secret } }
    const message = `Variable "$p" got invalid value "${secret}"; Int cannot represent non-integer value: "${secret}"`
    expect(answerTo(request, { errors: [{ message }] })).toBe(
      JSON.stringify({
        errors: [
          {
            message:
              'Variable "$p" got invalid value "[redacted]"; Int cannot represent non-integer value: "[redacted]"',
          },
        ],
      }),
    )
  })

  it('is not kept where the text could not be read, or where it can not be searched itself', () => {
    const cut = { query: `{ a(password: "${secret}"` }
    expect(answerTo(cut, { errors: [{ message: `Syntax Error: found String "${secret}".` }] })).toBeUndefined()
    expect(answerTo({ query: `{ a(password: "${secret}") }` }, `{"data":"${secret}`)).toBeUndefined()
  })

  it('is kept byte for byte where there was no secret', () => {
    expect(answerTo({ query: '{ a }' }, '{ "data": {"a": 1.0} }')).toBe('{ "data": {"a": 1.0} }')
  })
})
