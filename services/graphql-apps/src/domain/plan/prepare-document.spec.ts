import { describe, expect, it } from '@jest/globals'
import { compileTestApp } from '../../testing/app-runner.ts'
import { scalarNames } from '../values/scalars.ts'
import { prepareDocument } from './prepare-document.ts'

const things = { db: 'sluice', collection: 'things' }
const types = [...scalarNames, 'Int']
const SDL = `
  input Nested { inner: ObjectId  list: [Long] }
  type Thing { _id: Int }
  type Query { ${types.map(name => `a${name}(it: ${name}): Thing`).join('\n')}  nested(it: Nested): Thing }
`
const fields = [...types.map(name => `a${name}`), 'nested']
const app = compileTestApp(SDL, { Query: Object.fromEntries(fields.map(name => [name, things])) })
const errorsOf = (text: string) => {
  const prepared = prepareDocument(app, text)
  return prepared.kind === 'failed' ? prepared.errors.map(error => error.toJSON()) : []
}

describe('a literal that its scalar does not take', () => {
  it.each(types)('is an error at its place, as graphql-js tells those of its own scalars: %s', name => {
    const text = `{\n  a${name}(it: [true]) { _id }\n}`
    const column = `  a${name}(it: `.length + 1
    expect(errorsOf(text)).toMatchObject([{ locations: [{ line: 2, column }] }])
  })

  it('is told at its own place inside a list or an object', () => {
    expect(errorsOf('{ nested(it: {inner: "zz", list: [1, "x"]}) { _id } }')).toMatchObject([
      { locations: [{ line: 1, column: 22 }] },
      { locations: [{ line: 1, column: 38 }] },
    ])
  })

  it('is told at the variable that stands inside it', () => {
    expect(errorsOf('query($v: Int) { aBsonDocument(it: {a: $v}) { _id } }')).toMatchObject([
      { locations: [{ line: 1, column: 40 }] },
    ])
  })
})
