import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const { authorization } = basic('admin', "admin's password")

describe('a gateway before clients that do not keep to HTTP', () => {
  let gateway: RunningGateway
  const release = Promise.withResolvers<void>()
  let waiting = 0

  beforeAll(async () => {
    gateway = await startGateway({
      handlers: {
        keys: (_request, response) => {
          waiting += 1
          void release.promise.then(() => response.end('late'))
        },
      },
    })
  })
  afterAll(() => gateway.stop())

  const line = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${more}\r\n`

  it.each([
    ['gzip, chunked', 501],
    ['chunked, chunked', 400],
    ['gzip\r\nTransfer-Encoding: chunked', 501],
  ])('refuses a body that is encoded for transfer in another way than chunked: %s', async (coding, status) => {
    const head = `POST /orders HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nConnection: close\r\n`
    const answer = await gateway.raw(`${head}Transfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
  })

  it('refuses to be a tunnel with a problem document', async () => {
    const answer = await gateway.raw('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 405 [\s\S]*"code":"METHOD_NOT_ALLOWED"/)
  })

  it('keeps a connection whose refused request had no body', async () => {
    const answer = await gateway.raw(line('/a%2fb') + line('/whoami', 'Connection: close\r\n'))
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
  })

  it('never answers a request with what belongs to a later one on the same connection', async () => {
    const socket = connect(gateway.gateway.address().port, '127.0.0.1')
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.write(line('/whoami') + line('/keys'))
    await eventually(() => waiting === 1 && text.includes('"id":"admin"'))
    socket.write('nonsense\r\n\r\n')
    await once(socket, 'close')
    release.resolve()
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
})
