import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type DocumentNode, parse, print } from 'graphql'
import { documentText } from './print-document.ts'

const SINK = `
query Find($id: ID!, $tags: [[String!]!] = ["a", "b\\n\\"c\\" é"] @known, $in: Filter = {a: 1, b: [true, null], c: RED}) @live {
  ...Part @include(if: $yes)
  one: airport(iata: $id, near: {lat: -1.5e3, on: true}) @skip(if: false) { city, ... on Large @x(a: 1) { runways } ... { name } }
  text(block: """
    a "block"
      text
  """)
}
fragment Part on Airport @f { name }
mutation { add(x: {}, y: []) { id } }
subscription S { tick }
`

const name = fc.constantFrom('a', 'b', 'query', 'fragment', 'on2', '_x', 'Longer')
const value = fc.oneof(
  fc.integer().map(String),
  fc
    .string({ unit: 'binary' })
    .filter(text => text.isWellFormed())
    .map(text => JSON.stringify(text)),
  fc.constantFrom('true', 'null', 'RED', '$v', '[]', '{}', '[1, "x"]', '{a: {b: [$v]}}', '-1.5e10'),
)
const field = fc
  .tuple(fc.option(name), name, fc.array(fc.tuple(name, value), { maxLength: 3 }))
  .map(([alias, called, given]) => {
    const sent = given.length > 0 ? `(${given.map(([argument, text]) => `${argument}: ${text}`).join(' ')})` : ''
    return `${alias === null ? '' : `${alias}: `}${called}${sent}`
  })
const document = fc
  .tuple(fc.array(field, { minLength: 1, maxLength: 4 }), fc.array(field, { minLength: 1, maxLength: 3 }))
  .map(
    ([outer, inner]) => `query Q($v: [T!]! = null) { ${outer.join(' ')} c { ${inner.join(' ')} ... on T @d { x } } }`,
  )

/** A text in a block is the same text. */
const withoutBlocks = (tree: DocumentNode): DocumentNode =>
  JSON.parse(JSON.stringify(tree).replaceAll('"block":true', '"block":false'))
const unlocated = (text: string): DocumentNode => parse(text, { noLocation: true })
const sameAgain = (text: string) =>
  expect(print(parse(documentText(unlocated(text))))).toBe(print(withoutBlocks(parse(text))))

describe('the text of a document', () => {
  it('is its source, where the tree knows that', () => {
    expect(documentText(parse('{ a }  # as it came'))).toBe('{ a }  # as it came')
  })

  it('says what the tree says, in every kind of node', () => {
    sameAgain(SINK)
  })

  it('says what the tree says, of random documents', () => {
    fc.assert(fc.property(document, sameAgain))
  })
})
