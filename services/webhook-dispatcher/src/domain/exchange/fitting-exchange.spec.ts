import { describe, expect, it } from '@jest/globals'
import { v7 } from 'uuid'
import { fittingExchange, holdsFor } from './fitting-exchange.ts'

const about = { id: v7(), serviceId: 'test', at: 0 }

describe('the sample of a test', () => {
  it.each([
    "path('/orders') and method('POST')",
    "path-template('/orders/{id}') and method('DELETE')",
    "path-prefix('/orders') and response-code(404)",
    "path-suffix('.pdf') and not method('POST')",
    'response-code(5xx)',
    "not path('/orders')",
    'exists(%{i,Content-Type})',
    "bson-request-contains('total')",
    'true',
    "sluice('webhook.held-back')",
    "sluice('key.*') and method('POST')",
  ])('fits %s', condition => {
    expect(holdsFor(condition, fittingExchange(condition, about))).toBe(true)
  })

  it('has the likeliest path where nothing fits', () => {
    const { event } = fittingExchange("path('/orders') and equals(%{i,X-Shop}, 'north')", about)
    expect(event).toMatchObject({ request: { method: 'POST', path: '/orders' }, response: { statusCode: 201 } })
  })
})
