import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ConsoleHost } from '@sluice/console'
import { temporaryDirectory } from '@sluice/testkit'
import { packFiles } from '../../../packages/console/build/pack-files.ts'
import { openConsoleFiles } from '../../../packages/console/serve/console-files.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const SCRIPT = 'export const text = "water"\n'.repeat(100)
const PAGE =
  '<meta name="n" content="__CONSOLE_NAME__"><meta nonce="__CONSOLE_NONCE__"><script nonce="__CONSOLE_NONCE__">'
const look = { name: '<b>"eu" & co</b>', colour: 'red' } as const

/** A host in a state that is given. */
const hostIn = (state: () => ReturnType<ConsoleHost['state']>): ConsoleHost => ({
  state,
  start() {},
  stop: async () => {},
})

async function buildFiles() {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'assets/index-AbC_-123.js'), SCRIPT)
  await writeFile(join(directory, 'index.html'), PAGE)
  await writeFile(join(directory, 'secret.txt'), 'not in the manifest')
  await packFiles(directory, 'stamp')
  const files = await openConsoleFiles(directory, 'stamp')
  if (!files) throw new RangeError('The build has no files.')
  return { directory, files }
}

describe('the console at a gateway', () => {
  let gateway: RunningGateway
  let built: Awaited<ReturnType<typeof buildFiles>>
  let state: ReturnType<ConsoleHost['state']>

  beforeAll(async () => {
    built = await buildFiles()
    gateway = await startGateway({ settings: { console: { host: hostIn(() => state), look } } })
  })
  afterAll(() => gateway.stop())

  const get = (path: string, headers: Record<string, string> = {}) => gateway.call(`GET ${path}`, { headers })

  describe('with its files', () => {
    beforeAll(() => {
      state = { kind: 'ready', files: built.files }
    })

    it('is a page without a sign-in, at every path that names no file', async () => {
      for (const path of [
        '/console',
        '/console/',
        '/console/keys',
        '/console/webhooks/0191?tab=logs',
        '/console/a/b/c',
      ]) {
        const answer = await get(path)
        expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
        expect(answer.headers['cache-control']).toBe('no-cache')
      }
    })

    it('has a policy without exceptions, with a fresh nonce in each answer', async () => {
      const seen = new Set<string>()
      for (let times = 0; times < 3; times += 1) {
        const { headers, text } = await get('/console')
        const policy = String(headers['content-security-policy'])
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
        expect(text.split(`nonce="${nonce}"`)).toHaveLength(3)
        expect(policy).not.toMatch(/unsafe|blob:|https?:|\*/)
        expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
        })
        seen.add(nonce)
      }
      expect(seen.size).toBe(3)
    })

    it('shows the name of the installation as a text, whatever it is', async () => {
      const { text } = await get('/console')
      expect(text).toContain('content="&lt;b&gt;&quot;eu&quot; &amp; co&lt;/b&gt;"')
    })

    it.each([
      ['br', 'gzip, deflate, br', brotliDecompressSync],
      ['gzip', 'gzip, deflate', gunzipSync],
      [undefined, 'identity', (bytes: Buffer) => bytes],
    ])('sends a file in the form that the browser takes: %s', async (encoding, accepted, decode) => {
      const { port } = gateway.gateway.address()
      const answer = await fetchRaw(port, '/console/assets/index-AbC_-123.js', accepted)
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      })
      expect(decode(answer.bytes).toString()).toBe(SCRIPT)
    })

    it('opens nothing but the names of the manifest', async () => {
      for (const path of [
        '/console/assets/index-other.js',
        '/console/secret.txt',
        '/console/console.json',
        '/console/index.html',
        '/console/assets/../secret.txt',
        '/console/assets/%2e%2e/secret.txt',
        '/console/assets/index-AbC_-123.js.br',
        '/console/assets/index-AbC_-123.js/x.js',
        '/console/__proto__.js',
      ]) {
        const answer = await get(path)
        expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 404, 'no-store'])
        expect(answer.text).not.toContain('not in the manifest')
      }
    })

    it('is read, and nothing else', async () => {
      const head = await gateway.call('HEAD /console/keys')
      expect([head.status, head.text]).toEqual([200, ''])
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await gateway.call(`${method} /console`)
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD'])
      }
    })
  })

  it('says that it is being built, and asks again by itself', async () => {
    state = { kind: 'building' }
    const { status, headers, text } = await get('/console/keys')
    expect([status, headers.refresh, headers['cache-control']]).toEqual([200, '2', 'no-store'])
    expect(text).toContain('The console is being built')
    expect((await get('/console/assets/index-AbC_-123.js')).status).toBe(404)
  })

  it('says what to do where it can not be built', async () => {
    state = { kind: 'missing', advice: 'Type "npm ci".' }
    const { status, text } = await get('/console')
    expect(status).toBe(503)
    expect(text).toContain('Type &quot;npm ci&quot;.')
  })

  it('is of one stamp: files of other sources are none', async () => {
    expect(await openConsoleFiles(built.directory, 'other')).toBeUndefined()
    expect(await openConsoleFiles(await temporaryDirectory(), 'stamp')).toBeUndefined()
  })
})

describe('a gateway without a console', () => {
  it('has nothing there, for no method', async () => {
    const gateway = await startGateway()
    for (const line of ['GET /console', 'GET /console/keys', 'PUT /console', 'POST /console/x']) {
      expect([line, (await gateway.call(line)).status]).toEqual([line, 404])
    }
    await gateway.stop()
  })
})

async function fetchRaw(port: number, path: string, accepted: string) {
  const { request } = await import('node:http')
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { 'accept-encoding': accepted } }
    const sent = request(options, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
