import { describe, expect, it } from '@jest/globals'
import { ownPath } from './own-target.ts'

describe('the path of a delivery to the service itself', () => {
  it.each([
    ['https://api.example.com/orders?x=1', 'https://api.example.com', '/orders'],
    ['https://api.example.com/', 'https://api.example.com/', '/'],
    ['https://example.com/api/orders', 'https://example.com/api', '/orders'],
    ['https://example.com/api/orders', 'https://example.com/api/', '/orders'],
    ['https://example.com/api', 'https://example.com/api/', '/'],
    ['https://example.com:443/orders', 'https://example.com', '/orders'],
  ])('is what the gateway sees: %s under %s', (url, publicUrl, path) => {
    expect(ownPath(url, publicUrl)).toBe(path)
  })

  it.each([
    ['https://example.com/apis/orders', 'https://example.com/api'],
    ['http://example.com/orders', 'https://example.com'],
    ['https://other.example.com/orders', 'https://example.com'],
    ['https://example.com/orders', undefined],
    ['nonsense', 'https://example.com'],
  ])('is none for another target: %s, not under %s', (url, publicUrl) => {
    expect(ownPath(url, publicUrl)).toBeUndefined()
  })
})
