import { describe, expect, it } from '@jest/globals'
import { type CheckedAnswer, createAnswerCheck, UndescribedAnswerError } from './answer-check.ts'

const item = { type: 'object', required: ['_id'], properties: { _id: { type: 'string' }, size: { type: 'integer' } } }
const problem = { 'application/problem+json': { schema: { type: 'object', properties: { code: { type: 'string' } } } } }
const formOf = (type: string) => ({
  type: 'object',
  required: ['type'],
  properties: { type: { const: type }, name: { type: 'string' } },
})
const check = createAnswerCheck({
  openapi: '3.1.1',
  paths: {
    '/forms': {
      get: {
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Form' } } } } },
      },
    },
    '/items/{id}': {
      get: {
        responses: {
          200: {
            headers: { ETag: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
          },
          204: { description: 'It is gone' },
          404: { content: problem, 'x-codes': ['NOT_FOUND'] },
        },
      },
    },
  },
  components: { schemas: { Item: item, Form: { oneOf: [formOf('http'), formOf('email')] } } },
})

const json = { 'content-type': 'application/json; charset=utf-8' }
const answered = (answer: Partial<CheckedAnswer>): CheckedAnswer => ({
  method: 'GET',
  target: '/items/a?keys=1',
  status: 200,
  headers: json,
  text: '{"_id":"a","size":1}',
  ...answer,
})

describe('an answer', () => {
  it.each([
    ['with the fields of its schema', {}],
    ['with a header that is described', { headers: { ...json, etag: '"1"' } }],
    ['without a body where none is described', { status: 204, headers: {}, text: '' }],
    ['with an error that is described', { status: 404, headers: problemType(), text: '{"code":"NOT_FOUND"}' }],
    ['of an operation that is not described', { target: '/others', status: 999 }],
    ['that is narrowed, without a field', { text: '{"size":1}', isNarrowed: true }],
    ['that is narrowed to what two forms share', { target: '/forms', text: '{"name":"a"}', isNarrowed: true }],
  ])('passes %s', (_, answer) => {
    expect(() => check(answered(answer))).not.toThrow()
  })

  it.each([
    ['another status', { status: 201 }, 'This status is not described.'],
    ['a field too many', { text: '{"_id":"a","more":1}' }, 'more'],
    ['neither of two forms', { target: '/forms', text: '{"name":"a"}' }, 'oneOf'],
    ['a field too few', { text: '{"size":1}' }, '_id'],
    ['a value of another type', { text: '{"_id":1}' }, '/_id'],
    ['another media type', { headers: { 'content-type': 'text/plain' } }, 'text/plain'],
    ['a body where none is', { status: 204 }, 'A body is not described'],
    ['a header that clients act on', { headers: { ...json, location: '/x' } }, 'Location'],
    ['another error', { status: 404, headers: problemType(), text: '{"code":"CONFLICT"}' }, 'CONFLICT'],
  ])('fails with %s, and the error says so', (_, answer, words) => {
    expect(() => check(answered(answer))).toThrow(UndescribedAnswerError)
    expect(() => check(answered(answer))).toThrow(words)
  })
})

function problemType() {
  return { 'content-type': 'application/problem+json' }
}
