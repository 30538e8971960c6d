import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually, makeSelfSigned } from '@sluice/testkit'
import { filesOf } from '../src/testing/files-of.ts'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'
import { readTlsFiles, tlsFiles, watchTlsFiles } from '../src/tls-files.ts'

describe('a gateway with a certificate', () => {
  const pair = makeSelfSigned('localhost')
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway({ settings: { tls: await filesOf(pair) } })
  })
  afterAll(() => gateway.stop())

  const port = () => gateway.gateway.address().port

  async function shake(version: SecureVersion): Promise<TLSSocket> {
    const socket = connect({
      port: port(),
      host: '127.0.0.1',
      servername: 'localhost',
      ca: pair.cert,
      minVersion: version,
      maxVersion: version,
      // Else Node itself would speak no version that old.
      ciphers: 'DEFAULT@SECLEVEL=0',
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    await once(socket, 'secureConnect')
    return socket
  }

  it('serves HTTP/1.1 by TLS, and knows that it is secure', async () => {
    expect(gateway.gateway.address().isSecure).toBe(true)
    await gateway.write.permission('tls', { predicate: 'secure', roles: ['reader'] })
    const headers = basic('ann', "ann's password")
    const sent = request({
      port: port(),
      path: '/orders',
      servername: 'localhost',
      ca: pair.cert,
      headers,
      agent: false,
    })
    sent.end()
    const [response] = await once(sent, 'response')
    expect([response.statusCode, response.httpVersion]).toEqual([200, '1.1'])
    response.resume()
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('speaks %s, and no HTTP but 1.1 in it', async version => {
    const socket = await shake(version)
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, 'http/1.1'])
    socket.destroy()
  })

  it('speaks no older TLS, and no plain HTTP', async () => {
    await expect(shake('TLSv1.1')).rejects.toMatchObject({ code: expect.stringMatching(/SSL|ECONNRESET/) })
    await expect(gateway.call('GET /openapi.json')).rejects.toThrow()
  })

  it('refuses what is not HTTP with a problem document', async () => {
    const socket = await shake('TLSv1.3')
    socket.write('nonsense\r\n\r\n')
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"BAD_REQUEST"/)
  })
})

describe('the files of a certificate', () => {
  const logger = createLogger({ service: 'test', level: 'silent' })

  it('are both given, or neither', () => {
    expect(tlsFiles({ cert: undefined, key: undefined })).toBeUndefined()
    expect(tlsFiles({ cert: 'a', key: 'b' })).toEqual({ cert: 'a', key: 'b' })
    expect(() => tlsFiles({ cert: 'a', key: undefined })).toThrow('TLS_CERT is set, and TLS_KEY is not.')
    expect(() => tlsFiles({ cert: undefined, key: 'b' })).toThrow('TLS_KEY is set, and TLS_CERT is not.')
  })

  it('that do not belong together, or are not there, are named', async () => {
    const files = await filesOf({ cert: makeSelfSigned('a').cert, key: makeSelfSigned('b').key })
    expect(() => readTlsFiles(files)).toThrow('TLS_CERT and TLS_KEY are no certificate and its key')
    expect(() => readTlsFiles({ ...files, key: '/nowhere/tls.key' })).toThrow('TLS_KEY can not be read: ')
  })

  it('are taken over when both have been replaced, and never a half', async () => {
    const before = makeSelfSigned('before')
    const after = makeSelfSigned('after')
    const files = await filesOf(before)
    const seen: string[] = []
    const end = watchTlsFiles({
      files,
      current: readTlsFiles(files),
      onChange: ({ cert, key }) => void seen.push(`${cert}${key}`),
      logger,
      everyMs: 5,
    })
    await writeFile(files.cert, after.cert)
    await writeFile(`${files.key}.new`, after.key)
    await rename(`${files.key}.new`, files.key)
    await eventually(() => seen.length > 0)
    expect(seen).toEqual([`${after.cert}${after.key}`])
    end()
  })

  it('are served to the next connection when they change', async () => {
    const before = makeSelfSigned('localhost')
    const after = makeSelfSigned('localhost')
    const files = await filesOf(before)
    const gateway = await startGateway({ settings: { tls: { ...files, lookMs: 50 } } })
    await writeFile(files.key, after.key)
    await writeFile(files.cert, after.cert)
    await eventually(async () => {
      const socket = connect({ port: gateway.gateway.address().port, servername: 'localhost', ca: after.cert })
      await once(socket, 'secureConnect')
      socket.destroy()
    })
    await gateway.stop()
  })
})
