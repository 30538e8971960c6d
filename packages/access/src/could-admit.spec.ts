import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { compilePermissions } from './compile-permissions.ts'
import { couldAdmit } from './could-admit.ts'
import { judge } from './judge.ts'
import { supposedExchange } from './supposed-exchange.ts'

const principal = { id: 'ann', roles: ['reader'], isRoot: false }
const permissions = (...predicates: string[]) =>
  compilePermissions(predicates.map((predicate, n) => ({ _id: `p${n}`, roles: ['reader'], predicate }))).acl

const could = (predicate: string, method: string, path: string) =>
  couldAdmit(permissions(predicate), { method, path, tool: 'find_documents', principal, user: { _id: 'ann' } })

describe('whether a request could be let in', () => {
  it.each([
    ["path('/routes')", 'GET /routes', true],
    ["path('/routes')", 'GET /routes/?', false],
    ["path('/routes/a')", 'GET /routes/?', true],
    ["path('/routes/a')", 'GET /airports/?', false],
    ["path-prefix('/routes')", 'GET /routes/?', true],
    ["path-prefix('/routes') and method('GET')", 'DELETE /routes/?', false],
    ["path-template('/{c}/{id}')", 'GET /routes/?', true],
    ["path('/routes') and qparams-contain('page')", 'GET /routes', true],
    ["path('/routes') and equals(%u, 'bob')", 'GET /routes', false],
    ["path('/routes') and not mcp-tool('*')", 'GET /routes', false],
    ["path('/routes') and mcp-tool('find_*')", 'GET /routes', true],
    ["path('/routes') and mcp-tool('get_*')", 'GET /routes', false],
  ])('by %s: %s is %j', (predicate, line, expected) => {
    const [method = '', path = ''] = line.split(' ')
    expect(could(predicate, method, path)).toBe(expected)
  })

  it('is always yes for the root role, and no for whom no permission names', () => {
    const acl = permissions("path('/routes')")
    const asked = { method: 'GET', path: '/other/?', user: undefined }
    expect(couldAdmit(acl, { ...asked, principal: { ...principal, isRoot: true } })).toBe(true)
    expect(couldAdmit(acl, { ...asked, path: '/routes', principal: { ...principal, roles: ['x'] } })).toBe(false)
    expect(couldAdmit(acl, { ...asked, path: '/routes', principal: { id: null, roles: [], isRoot: false } })).toBe(
      false,
    )
  })

  it('is never no where the request is let in', () => {
    const leaf = fc.constantFrom(
      "path('/a')",
      "path('/a/b')",
      "path-prefix('/a')",
      "path-template('/{x}/{y}')",
      "path-suffix('b')",
      "method('GET')",
      "method('POST', 'PATCH')",
      "mcp-tool('find_*')",
      "regex(pattern='^/a', value=%R)",
      "qparams-contain('q')",
      'true',
    )
    const predicate = fc.letrec<{ node: string }>(tie => ({
      node: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc.tuple(tie('node'), fc.constantFrom('and', 'or'), tie('node')).map(([a, op, b]) => `(${a}) ${op} (${b})`),
        tie('node').map(node => `not (${node})`),
      ),
    })).node
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
      path: fc.constantFrom('/a', '/a/b', '/a/c', '/d/b', '/d'),
      queryString: fc.constantFrom('', 'q=1'),
      tool: fc.constantFrom('find_documents', 'get_document'),
    })
    fc.assert(
      fc.property(
        fc.array(predicate, { minLength: 1, maxLength: 3 }),
        request,
        (predicates, { queryString, ...asked }) => {
          const acl = permissions(...predicates)
          const exchange = supposedExchange({ ...asked, queryString, headers: {}, caller: { id: 'ann' } })
          if (judge(acl, { exchange, principal }).kind === 'refused') return
          const opened = asked.path.replace(/^(\/\w+)\/\w+$/, '$1/?')
          for (const path of [asked.path, opened]) {
            expect(couldAdmit(acl, { ...asked, path, principal, user: { _id: 'ann' } })).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
