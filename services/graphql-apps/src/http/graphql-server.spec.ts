import { HeaderMap } from '@apollo/server'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { compilePermissions } from '@sluice/access'
import { createLogger } from '@sluice/service-kit'
import { InvalidQueryError, StoreTimeoutError, StoreUnavailableError, UnsupportedByStoreError } from '@sluice/store'
import { compileApp } from '../domain/compile-app.ts'
import { prepareDocument } from '../domain/plan/prepare-document.ts'
import { appRules } from '../domain/reach.ts'
import type { DocumentReader } from '../execution/document-reader.ts'
import { createApollo } from './apollo.ts'
import { createGraphqlServer, type GraphqlServer } from './graphql-server.ts'

const things = { db: 'sluice', collection: 'things' }
const compiled = compileApp(
  {
    descriptor: { name: 'x', enabled: true, limits: { timeoutMs: 200 } },
    schema: 'type Query { a: [Thing] b: [Thing] c: [Thing!]! } type Thing { n: Int! }',
    mappings: { Query: { a: things, b: { ...things, collection: 'others' }, c: things } },
  },
  appRules({ tier: 'shared', db: 'sluice' }),
)
if (compiled.kind === 'faulty') throw new Error(JSON.stringify(compiled.faults))
const { app } = compiled

let read: DocumentReader['find'] = async () => []
const logged: string[] = []
const logger = createLogger({ service: 'test', level: 'error', destination: { write: line => void logged.push(line) } })
const access = () => ({ acl: compilePermissions([]).acl, pathOf: () => '' })
const server: GraphqlServer = createGraphqlServer({
  read: { find: request => read(request), aggregate: async () => [], indexFor: async () => undefined },
  write: () => Promise.reject(new StoreUnavailableError('Nothing is written here.')),
  hidden: () => [],
  access,
  logger,
})
beforeAll(() => server.start())
afterAll(() => server.stop())

async function ask(query: string) {
  const answer = await server.answer({
    served: { app, prepare: text => prepareDocument(app, text) },
    method: 'POST',
    body: { query },
    mediaType: 'application/graphql-response+json',
    signal: new AbortController().signal,
    caller: { user: undefined, roles: [], isRoot: false, now: new Date(0) },
    requestId: 'r1',
  })
  const { data, errors = [] } = JSON.parse(String(answer.text)) as {
    data: unknown
    errors?: { message: string; extensions: { code: string } }[]
  }
  const codes = errors.map(error => error.extensions.code)
  return { status: answer.status, headers: answer.headers, data, codes, text: String(answer.text) }
}

describe('an answer', () => {
  it('is 503 when all of it is lost to a store that does not answer', async () => {
    read = async () => {
      throw new StoreUnavailableError('connect ECONNREFUSED 10.0.0.1:27017')
    }
    expect(await ask('{ a { n } b { n } }')).toMatchObject({
      status: 503,
      data: { a: null, b: null },
      codes: ['UNAVAILABLE', 'UNAVAILABLE'],
    })
    expect(await ask('{ c { n } }')).toMatchObject({ status: 503, data: null, codes: ['UNAVAILABLE'] })
    expect((await ask('{ a { n } }')).text).not.toMatch(/ECONN|27017/)
  })

  it('says when to try again if it is 503, and only then', async () => {
    read = async () => {
      throw new StoreUnavailableError('gone')
    }
    expect((await ask('{ a { n } }')).headers).toMatchObject({ 'retry-after': '1' })
    read = async () => []
    expect((await ask('{ a { n } }')).headers).not.toHaveProperty('retry-after')
  })

  it('keeps what could be read', async () => {
    read = async ({ collection }) => {
      if (collection === 'others') throw new StoreUnavailableError('gone')
      return [{ n: 1 }]
    }
    expect(await ask('{ a { n } b { n } }')).toMatchObject({
      status: 200,
      data: { a: [{ n: 1 }], b: null },
      codes: ['UNAVAILABLE'],
    })
  })

  it('says that time is up, without another query', async () => {
    read = async ({ maxTimeMs }) => {
      expect(maxTimeMs).toBeLessThanOrEqual(200)
      throw new StoreTimeoutError('too slow')
    }
    expect(await ask('{ a { n } }')).toMatchObject({ status: 200, data: { a: null }, codes: ['TIMEOUT'] })
  })

  it('says nothing of what broke inside, and logs it', async () => {
    for (const broken of [new RangeError('out of $secret'), new TypeError('x.y is not a function')]) {
      logged.length = 0
      read = async () => {
        throw broken
      }
      const answer = await ask('{ a { n } }')
      expect(answer).toMatchObject({ status: 200, codes: ['INTERNAL'] })
      expect(answer.text).not.toMatch(/secret|function/)
      expect(logged.join()).toContain(broken.message)
    }
  })

  it('names a stored value that is not what the schema promises, without a word in the log', async () => {
    read = async () => [{ n: 1 }, { n: 'odd' }, {}]
    logged.length = 0
    expect(await ask('{ a { n } }')).toMatchObject({
      status: 200,
      data: { a: [{ n: 1 }, null, null] },
      codes: ['STORED_VALUE_MISFIT', 'STORED_VALUE_MISFIT'],
    })
    expect(logged).toEqual([])
  })

  it('calls no fault of the documents or the values one of ours', async () => {
    for (const unfit of [new InvalidQueryError('unknown $secret'), new UnsupportedByStoreError('A $secret')]) {
      logged.length = 0
      read = async () => {
        throw unfit
      }
      const answer = await ask('{ a { n } }')
      expect(answer).toMatchObject({ status: 200, data: { a: null }, codes: ['BAD_USER_INPUT'] })
      expect([answer.text, logged]).toEqual([expect.not.stringContaining('secret'), []])
    }
  })

  it('without errors is what Apollo Server would send', async () => {
    read = async () => [{ n: 1 }]
    const ours = await ask('{ a { n } }')
    const apollo = createApollo(async () => ({ data: { json: '{"a":[{"n":1}]}' } }), logger)
    await apollo.start()
    const query = '{ a { n } }'
    const body = { query }
    const served = { app, prepare: (text: string) => prepareDocument(app, text) }
    const caller = { user: undefined, roles: [], isRoot: false, now: new Date(0) }
    const theirs = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: 'POST',
        headers: new HeaderMap([['content-type', 'application/json']]),
        search: '',
        body,
      },
      context: async () => ({
        exchange: {
          served,
          method: 'POST',
          body,
          mediaType: 'application/json',
          caller,
          signal: new AbortController().signal,
          requestId: 'r2',
          prepared: undefined,
          result: undefined,
        },
      }),
    })
    await apollo.stop()
    theirs.headers.delete('content-type')
    expect({ ...ours, data: undefined, codes: undefined }).toMatchObject({
      status: theirs.status ?? 200,
      headers: Object.fromEntries(theirs.headers),
      text: theirs.body.kind === 'complete' && theirs.body.string,
    })
  })
})
