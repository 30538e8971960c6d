import { describe, expect, it } from '@jest/globals'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { toExchange } from './exchange-view.ts'

describe('what a condition sees of a recorded exchange', () => {
  it.each<[string, object, string]>([
    ['a plain path', { path: '/orders' }, 'http://api.example.com/orders'],
    ['the root', { path: '/' }, 'http://api.example.com/'],
    ['what has to be encoded', { path: '/a b/ü%/(x)' }, 'http://api.example.com/a%20b/%C3%BC%25/(x)'],
    ['a query as it was sent', { path: '/a', query: 'x=%20&y' }, 'http://api.example.com/a?x=%20&y'],
    ['an encrypted connection', { path: '/a', secure: true }, 'https://api.example.com/a'],
  ])('has a URL with scheme and host, of %s', (_, request, url) => {
    const sample = sampleExchange({ headers: [['host', 'api.example.com']] })
    const { event } = sample
    const exchange = toExchange({ ...sample, event: { ...event, request: { ...event.request, ...request } } })
    expect(exchange.url).toBe(url)
  })
})
