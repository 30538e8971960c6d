import { describe, expect, it } from '@jest/globals'
import { type ExchangeFacts, exchangeOf, headersOf } from './exchange-of.ts'
import { SEVERAL } from './one-value.ts'

const exchange = (facts: Partial<ExchangeFacts> = {}) =>
  exchangeOf({
    method: 'GET',
    path: '/',
    queryString: '',
    headers: headersOf([]),
    user: null,
    remoteAddress: '203.0.113.7',
    isSecure: false,
    requestBody: () => undefined,
    ...facts,
  })

describe('what a predicate sees', () => {
  it.each<[string, Partial<ExchangeFacts>, string]>([
    ['a plain path', { path: '/orders' }, 'http://api.example.com/orders'],
    ['the root', { path: '/' }, 'http://api.example.com/'],
    ['what has to be encoded', { path: '/a b/ü%/(x)' }, 'http://api.example.com/a%20b/%C3%BC%25/(x)'],
    ['a query as it was sent', { path: '/a', queryString: 'x=%20&y' }, 'http://api.example.com/a?x=%20&y'],
    ['an encrypted connection', { path: '/a', isSecure: true }, 'https://api.example.com/a'],
  ])('has a URL with scheme and host, of %s', (_, facts, url) => {
    expect(exchange({ headers: headersOf([['Host', 'api.example.com']]), ...facts }).url()).toBe(url)
  })

  it('has a header whatever the case of its name, unless different values were sent of it', () => {
    const { header } = exchange({
      headers: headersOf([
        ['X-Shop', 'north'],
        ['x-shop', 'north'],
        ['X-Team', 'red'],
        ['x-team', 'blue'],
      ]),
    })
    expect([header('x-SHOP'), header('X-Team'), header('x-none')]).toEqual(['north', SEVERAL, undefined])
  })

  it('has a cookie by all headers of cookies, and none where they are hidden', () => {
    const headers = headersOf([
      ['Cookie', 'theme=dark; mark=a=b; lang=it'],
      ['cookie', 'lang=en'],
    ])
    const { cookie } = exchange({ headers })
    expect(['theme', 'mark', 'lang', 'none'].map(name => cookie?.(name))).toEqual(['dark', 'a=b', SEVERAL, undefined])
    expect(exchange({ headers, hidesCookies: true }).cookie).toBeUndefined()
  })

  it('has the repeated headers of a response as one', () => {
    const headers = headersOf([
      ['Vary', 'accept'],
      ['vary', 'origin'],
    ])
    const { response } = exchange({ response: { statusCode: 200, headers } })
    expect([response?.header('VARY'), response?.header('etag')]).toEqual(['accept, origin', undefined])
  })

  it('reads nothing before a predicate asks', () => {
    const untouched = {
      getAll(): never {
        throw new TypeError('Nobody has asked.')
      },
    }
    const requestBody = untouched.getAll
    const seen = exchange({
      queryString: 'a=1',
      headers: untouched,
      requestBody,
      response: { statusCode: 200, headers: untouched },
    })
    expect([seen.method, seen.query.getAll('a'), seen.response?.statusCode]).toEqual(['GET', ['1'], 200])
    expect(() => seen.header('accept')).toThrow('Nobody has asked.')
  })
})
