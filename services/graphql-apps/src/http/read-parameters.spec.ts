import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readParameters, readSearch } from './read-parameters.ts'

const hash = 'a'.repeat(64)
const nothing = { query: undefined, hash: undefined, variables: null, operationName: null }

/** Values that parameters may have, and others. */
const value = fc.oneof(fc.constantFrom<unknown>('', '{ a }', null, undefined, {}, [], 0), fc.jsonValue())
const anyBody = fc.oneof(
  fc.record({ query: value, variables: value, operationName: value, more: value }, { requiredKeys: [] }),
  fc.record({ query: fc.string(), variables: fc.dictionary(fc.string(), fc.jsonValue()) }),
)

describe('the parameters of a request', () => {
  it('are the same ones whether the schema is asked or not', () => {
    fc.assert(
      fc.property(anyBody, body => {
        // What names no document by its hash is read without the schema where it can be.
        expect(readParameters(body)).toEqual(readParameters({ ...body, documentId: null }))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    [{ query: '{ a }' }, { query: '{ a }' }],
    [
      { query: '{ a }', variables: { a: [1] }, operationName: 'b', more: 1 },
      { query: '{ a }', variables: { a: [1] }, operationName: 'b' },
    ],
    [{ query: '{ a }', variables: null, operationName: null, extensions: null, documentId: null }, { query: '{ a }' }],
    [{ query: '{ a }', extensions: { tracing: true } }, { query: '{ a }' }],
    [{ documentId: `sha256:${hash}` }, { hash }],
    [{ query: '', documentId: `sha256:${hash.toUpperCase()}` }, { hash }],
    [{ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }, { hash }],
    [{ documentId: hash, extensions: { persistedQuery: { sha256Hash: hash } } }, { hash }],
    [
      { query: '{ a }', extensions: { persistedQuery: { sha256Hash: hash } } },
      { query: '{ a }', hash },
    ],
  ])('of %j are read', (body, parameters) => {
    expect(readParameters(body)).toEqual({ kind: 'parameters', parameters: { ...nothing, ...parameters } })
  })

  it.each([
    [undefined, 'JSON object'],
    [null, 'JSON object'],
    ['{ a }', 'JSON object'],
    [{}, 'no document'],
    [{ query: '' }, 'no document'],
    [{ query: 5 }, 'query: must be a text'],
    [{ query: { kind: 'Document' } }, 'query: must be a text'],
    [{ query: '{ a }', variables: [] }, 'variables: must be an object'],
    [{ query: '{ a }', variables: '{}' }, 'variables: must be an object'],
    [{ query: '{ a }', operationName: 7 }, 'operationName: must be a text'],
    [{ query: '{ a }', extensions: 'x' }, 'extensions: must be an object'],
    [{ query: '{ a }', extensions: { persistedQuery: {} } }, 'extensions.persistedQuery.sha256Hash'],
    [{ documentId: 7 }, 'documentId: must be a text'],
    [{ documentId: 'sha256:b', extensions: { persistedQuery: { sha256Hash: hash } } }, 'different documents'],
  ])('of %j are malformed', (body, message) => {
    expect(readParameters(body)).toEqual({ kind: 'malformed', message: expect.stringContaining(message) })
  })

  it('of a GET are those of a POST, with variables and extensions as JSON', () => {
    const body = { query: '{ a }', variables: { b: 'ü+ &' }, operationName: 'q', extensions: { x: 1 } }
    const search = new URLSearchParams({
      ...body,
      variables: JSON.stringify(body.variables),
      extensions: JSON.stringify(body.extensions),
    })
    expect(readSearch(search)).toEqual(readParameters(body))
    expect(readSearch(new URLSearchParams('query={a}&variables='))).toEqual(readParameters({ query: '{a}' }))
  })

  it.each([
    ['', 'no document'],
    ['query={a}&query={b}', 'Send query once'],
    ['query={a}&variables={', 'variables must be JSON'],
    ['query={a}&variables=[]', 'variables: must be an object'],
    ['query={a}&extensions=7', 'extensions: must be an object'],
  ])('of a GET ?%s are malformed', (search, message) => {
    const read = readSearch(new URLSearchParams(search))
    expect(read).toEqual({ kind: 'malformed', message: expect.stringContaining(message) })
  })
})
