import { describe, expect, it } from '@jest/globals'
import { parsePredicate } from '../predicate.ts'
import { likelyRequests } from './likely-requests.ts'

function likely(text: string) {
  const parsed = parsePredicate(text, 'condition')
  if (parsed.kind !== 'parsed') throw new RangeError(parsed.message)
  return likelyRequests(parsed.predicate)
}

describe('likelyRequests', () => {
  it.each<[string, object[]]>([
    ["path('/orders') and method('POST')", [{ path: '/orders', method: 'POST' }]],
    ["path-template('/orders/{id}/lines')", [{ path: '/orders/1/lines' }]],
    ["path-prefix('/orders') and not method('GET')", [{ path: '/orders' }]],
    ["path-suffix('.pdf')", [{ path: '/example/1.pdf' }]],
    ["path-suffix('/done')", [{ path: '/example/done' }]],
    ["path('/a') or (path('/b') and method('PUT'))", [{ path: '/a' }, { path: '/b', method: 'PUT' }]],
    ['true', [{ path: '/example' }]],
    ["path('/a') and path('/b')", [{ path: '/a' }]],
  ])('finds them for %s', (text, expected) => {
    expect(likely(text)).toEqual(expected)
  })
})
