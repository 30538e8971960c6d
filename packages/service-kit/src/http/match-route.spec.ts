import { describe, expect, it } from '@jest/globals'
import { array, assert, constantFrom, property } from 'fast-check'
import { compileRoutes, decodeParams, segmentsOf } from './match-route.ts'
import type { Route } from './route.ts'

const named = (summary: string): Route[2] => ({
  id: 'test',
  tag: 'description',
  summary,
  answers: {},
  handle: () => Promise.reject(new TypeError()),
})
const line = (method: Route[0], path: string): Route => [method, path, named(`${method} ${path}`)]

const table = [
  line('GET', '/'),
  line('DELETE', '/keys/:id'),
  line('POST', '/keys/leaked'),
  line('POST', '/keys/:key'),
  line('GET', '/:collection'),
  line('POST', '/:collection'),
  line('GET', '/:collection/_size'),
  line('PATCH', '/:collection/\\*'),
  line('GET', '/:collection/:id'),
  line('PATCH', '/:collection/:id'),
  line('POST', '/graphql/app/*uri'),
]
const match = compileRoutes(table)

function served(method: string, target: string): object {
  const found = match(method, segmentsOf(target))
  return found.kind === 'found' ? { route: found.operation.summary, params: decodeParams(found.params) } : found
}

describe('the route of a request', () => {
  it.each([
    ['GET', '/', 'GET /', {}],
    ['GET', '/orders', 'GET /:collection', { collection: 'orders' }],
    ['HEAD', '/orders', 'GET /:collection', { collection: 'orders' }],
    ['GET', '/orders/', 'GET /:collection', { collection: 'orders' }],
    ['GET', '/orders/_size', 'GET /:collection/_size', { collection: 'orders' }],
    ['GET', '/orders/_Size', 'GET /:collection/:id', { collection: 'orders', id: '_Size' }],
    ['POST', '/keys/leaked', 'POST /keys/leaked', {}],
    ['DELETE', '/keys/7', 'DELETE /keys/:id', { id: '7' }],
    ['POST', '/keys/7', 'POST /keys/:key', { key: '7' }],
    ['PATCH', '/orders/*', 'PATCH /:collection/\\*', { collection: 'orders' }],
    ['PATCH', '/orders/%2A', 'PATCH /:collection/:id', { collection: 'orders', id: '*' }],
    ['GET', '/a%20b/c%2Fd', 'GET /:collection/:id', { collection: 'a b', id: 'c/d' }],
    ['POST', '/graphql/app/shop/eu%20west', 'POST /graphql/app/*uri', { uri: 'shop/eu west' }],
  ])('%s %s is served by %s', (method, target, ...[route, params]) => {
    expect(served(method, target)).toEqual({ route, params })
  })

  it.each(['/graphql/app', '/a/b/c', '//b', '/a//b', '*', 'http://elsewhere/orders/7/8'])(
    'nothing is at %s',
    target => {
      expect(match('POST', segmentsOf(target)).kind).not.toBe('found')
    },
  )

  it('where only the method is wrong, names those that are served at this very path', () => {
    for (const method of ['GET', 'DELETE']) {
      expect(served(method, '/keys/leaked')).toEqual({ kind: 'wrong-method', allowed: ['POST'] })
    }
    expect(served('GET', '/keys/7')).toEqual({ kind: 'wrong-method', allowed: ['DELETE', 'POST'] })
    expect(served('PATCH', '/orders/_size')).toEqual({ kind: 'wrong-method', allowed: ['GET'] })
    expect(served('OPTIONS', '/orders')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'POST'] })
    expect(served('POST', '/orders/_size')).toEqual({ kind: 'wrong-method', allowed: ['GET'] })
    expect(served('get', '/orders/7')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'PATCH'] })
  })

  it('refuses percent-encoding that is none', () => {
    expect(() => served('GET', '/orders/%zz')).toThrow(URIError)
  })

  it('is that of the path which, read as a regular expression, fits and has its names first', () => {
    const methods = constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE')
    const parts = array(constantFrom('graphql', 'app', 'keys', 'leaked', 'orders', '_size', '*', '', 'x'), {
      maxLength: 5,
    })
    const check = property(methods, parts, (method, segments) => {
      const found = match(method, segments)
      const fitting = table.filter(([, path]) => fits(path, segments))
      const [best] = fitting.map(([, path]) => rankOf(path)).sort()
      const here = fitting.filter(([, path]) => rankOf(path) === best)
      const wanted = here.find(([verb]) => verb === method.replace('HEAD', 'GET'))
      expect(found.kind === 'found' ? found.operation : undefined).toBe(wanted?.[2])
      expect(found.kind === 'none').toBe(fitting.length === 0)
      if (found.kind === 'wrong-method') expect(found.allowed).toEqual(here.map(([verb]) => verb))
    })
    assert(check, { numRuns: 2_000 })
  })
})

/** `0` for a name, `1` for a parameter, `2` for all that is left. */
const rankOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map(part => (part.startsWith(':') ? 1 : part.startsWith('*') ? 2 : 0))
    .join('')

function fits(path: string, segments: readonly string[]): boolean {
  const pattern = path.replace('\\*', '[*]').replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.*')
  return new RegExp(`^${pattern === '/' ? '' : pattern}$`).test(segments.map(segment => `/${segment}`).join(''))
}
