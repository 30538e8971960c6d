import { describe, expect, it } from '@jest/globals'
import { suggestWebhooks } from './suggest-webhooks.ts'

const conditions = (...lines: string[]) =>
  suggestWebhooks(lines.map(line => ({ method: line.split(' ')[0] ?? '', path: line.split(' ')[1] ?? '' }))).map(
    ({ condition, events }) => [condition, events],
  )

describe('suggestions', () => {
  it('are one for each method and path', () => {
    expect(conditions('POST /orders', 'GET /orders', 'POST /orders')).toEqual([
      ["path('/orders') and method('POST')", 2],
      ["path('/orders') and method('GET')", 1],
    ])
  })

  it.each(['17', '6650f0c2a1b2c3d4e5f60718', '01900000-0000-7000-8000-000000000001', 'ord_8Fk2mQ9xT4zL7pW1'])(
    'take %s for an id',
    id => {
      expect(conditions(`GET /orders/${id}/lines`)).toEqual([
        ["path-template('/orders/{id}/lines') and method('GET')", 1],
      ])
    },
  )

  it('take for an id what has many values in the same place, but no command and no collection', () => {
    expect(conditions('PUT /users/ann', 'PUT /users/bob', 'PUT /users/eve', 'PUT /users/_size')).toEqual([
      ["path-template('/users/{id}') and method('PUT')", 3],
      ["path('/users/_size') and method('PUT')", 1],
    ])
    expect(conditions('GET /a', 'GET /b', 'GET /c')).toHaveLength(3)
  })

  it('name each id of a path', () => {
    expect(conditions('GET /orders/1/lines/2')).toEqual([
      ["path-template('/orders/{id}/lines/{id2}') and method('GET')", 1],
    ])
  })

  it('are conditions whatever the path holds', () => {
    expect(conditions("GET /it's")).toEqual([["path('/it\\'s') and method('GET')", 1]])
    for (const [condition] of conditions('GET /a\\', 'GET /{x', 'GET /a)/1')) expect(typeof condition).toBe('string')
  })

  it('name the variables of the bodies that were seen', () => {
    const [suggestion] = suggestWebhooks([
      {
        method: 'POST',
        path: '/orders',
        requestBody: { total: 1, lines: [{ sku: 'a' }], to: { city: 'x', 'a.b': 1 } },
      },
      { method: 'POST', path: '/orders', requestBody: { note: null }, responseBody: { _id: 'x' } },
    ])
    expect(suggestion?.variables).toEqual(
      expect.arrayContaining([
        ...['request.body.total', 'request.body.lines', 'request.body.to.city', 'request.body.note'],
        ...['response.body._id', 'response.statusCode'],
      ]),
    )
    expect(suggestion?.variables.join()).not.toContain('a.b')
  })

  it('are bounded', () => {
    const seen = Array.from({ length: 300 }, (_, at) => ({ method: 'GET', path: `/c${at}` }))
    expect(suggestWebhooks(seen)).toHaveLength(50)
  })
})
