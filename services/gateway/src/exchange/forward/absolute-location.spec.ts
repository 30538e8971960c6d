import { describe, expect, it } from '@jest/globals'
import { withAbsoluteLocation } from './absolute-location.ts'

const locate = (host: string | undefined, publicUrl: string | undefined, location = '/orders/7') =>
  withAbsoluteLocation(['etag', '"/x"', 'location', location], { host, publicUrl })

describe('the Location of an answer', () => {
  it.each([
    ['api.example.org', 'https://api.example.org', 'https://api.example.org/orders/7'],
    ['API.example.org', 'https://api.example.org/', 'https://api.example.org/orders/7'],
    ['localhost:8080', 'http://localhost:8080/sluice/', 'http://localhost:8080/sluice/orders/7'],
  ])('can be used as it comes under %s, where PUBLIC_URL is %s', (host, publicUrl, whole) => {
    expect(locate(host, publicUrl)).toEqual(['etag', '"/x"', 'location', whole])
  })

  it.each([
    ['evil.example.org', 'https://api.example.org'],
    ['api.example.org:1', 'https://api.example.org'],
    [undefined, 'https://api.example.org'],
    ['api.example.org', undefined],
  ])('names no host that a client made up: %s, where PUBLIC_URL is %s', (host, publicUrl) => {
    expect(locate(host, publicUrl)).toEqual(['etag', '"/x"', 'location', '/orders/7'])
  })
})
