import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { makeSelfSigned } from '@sluice/testkit'
import type { ReadText } from '../settings/read-text-file.ts'
import { openAuthorities } from './authorities.ts'

const own = makeSelfSigned('localhost')
const other = makeSelfSigned('other.example')

const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256

describe('the authorities of the operator', () => {
  const ofNode = getCACertificates('default')
  const file = { text: other.cert }
  const read: ReadText = () => ({ kind: 'text', text: file.text })
  let server: Server

  beforeAll(async () => {
    server = createServer(own, socket => socket.end('hello')).listen(0, '127.0.0.1')
    server.on('tlsClientError', () => {})
    await once(server, 'listening')
  })
  beforeEach(() => setDefaultCACertificates(ofNode))
  afterAll(async () => {
    setDefaultCACertificates(ofNode)
    server.close()
    await once(server, 'close')
  })

  async function connectAsAnybody(): Promise<string | undefined> {
    const bound = server.address()
    const port = typeof bound === 'object' ? bound?.port : undefined
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost' })
    try {
      await once(socket, 'secureConnect')
      return 'trusted'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code
    } finally {
      socket.destroy()
    }
  }

  it('vouch for the next connection as the file says at that moment', async () => {
    const authorities = openAuthorities('/authorities.pem', read)
    expect(authorities.names).toEqual(['NODE_EXTRA_CA_CERTS'])
    authorities.look()
    expect(await connectAsAnybody()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    file.text = `# ours\n${own.cert}\n${other.cert}`
    expect(authorities.look()).toEqual([{ kind: 'taken-over', name: 'NODE_EXTRA_CA_CERTS', needsRestart: false }])
    expect(await connectAsAnybody()).toBe('trusted')
    expect(authorities.look()).toEqual([])
    file.text = other.cert
    expect(authorities.look()).toHaveLength(1)
    expect(await connectAsAnybody()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  it('come beside those of Node, which stay', () => {
    file.text = own.cert
    openAuthorities('/authorities.pem', read).look()
    const trusted = new Set(getCACertificates('default').map(fingerprint))
    const lost = getCACertificates('bundled').filter(certificate => !trusted.has(fingerprint(certificate)))
    expect(lost).toHaveLength(0)
    expect(trusted.has(fingerprint(own.cert))).toBe(true)
  })

  it('stay as they are while the file is gone, half written or no list of certificates', async () => {
    const authorities = openAuthorities('/authorities.pem', read)
    file.text = own.cert
    authorities.look()
    const half = `${other.cert}${own.cert.slice(0, 120)}`
    const broken = own.cert.replaceAll(/^M/gm, 'A')
    for (const text of ['nothing', half, broken, own.key]) {
      file.text = text
      authorities.look()
      expect(await connectAsAnybody()).toBe('trusted')
    }
    file.text = own.cert
    authorities.look()
    file.text = 'nothing'
    const refused = { kind: 'refused', name: 'NODE_EXTRA_CA_CERTS' }
    expect(authorities.look()).toEqual([expect.objectContaining(refused)])
    expect(authorities.look()).toEqual([])
  })

  it('are none where no file is named', () => {
    expect(openAuthorities(undefined, read).names).toEqual([])
  })
})
