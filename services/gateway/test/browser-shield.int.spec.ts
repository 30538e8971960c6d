import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { basic, type ReceivedReply } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

describe('what a browser makes of an answer', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway({
      settings: { corsOrigins: ['https://app.example'] },
      handlers: {
        keys(request, response) {
          const status = /^\/keys\/(\d+)$/.exec(request.url ?? '')?.[1] ?? '404'
          response.writeHead(Number(status), { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' })
          response.end(status === '200' ? '<script>alert(1)</script>' : '')
        },
        'graphql-apps'(_request, response) {
          response.writeHead(200, { 'content-security-policy': "default-src 'self'" }).end('a page of a service')
        },
        data: request => void request.socket.destroy(),
      },
    })
  })
  afterAll(() => gateway.stop())

  const shieldOf = ({ headers }: ReceivedReply) => [
    headers['x-content-type-options'],
    headers['content-security-policy'],
  ]

  it.each([
    'GET /keys/200',
    'GET /keys/404',
    'GET /keys/304',
    'GET /whoami',
    'GET /a%2fb',
    'GET /orders',
    'OPTIONS /orders',
  ])('is no document of our origin: %s', async line => {
    const headers = { ...owner, origin: 'https://app.example', 'access-control-request-method': 'GET' }
    expect(shieldOf(await gateway.call(line, { headers }))).toEqual(['nosniff', POLICY])
  })

  it('is no document of our origin where nobody has signed in', async () => {
    expect(shieldOf(await gateway.call('GET /orders'))).toEqual(['nosniff', POLICY])
  })

  it.each([
    'nonsense\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nExpect: nothing\r\n\r\n',
  ])('is no document of our origin where Node would answer itself: %j', async sent => {
    const text = await gateway.raw(sent)
    expect(text).toContain('\r\nx-content-type-options: nosniff\r\n')
    expect(text).toContain(`\r\ncontent-security-policy: ${POLICY}\r\n`)
  })

  it('is a page where there is one, by the policy of the page', async () => {
    const page = await gateway.call('GET /docs/errors')
    expect(page.headers['content-security-policy']).toMatch(/style-src 'sha256-/)
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    const ofService = await gateway.call('GET /gql-apps', { headers: owner })
    expect(shieldOf(ofService)).toEqual(['nosniff', "default-src 'self'"])
  })
})
