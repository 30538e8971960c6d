import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { ListenError, type Listener, listen } from './listener.ts'

const open: Listener[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(listener => listener.close(0)))
})

async function listenHere(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const listener = await listen(handler, { host: '127.0.0.1', port: 0 })
  open.push(listener)
  const { address } = listener
  return { listener, port: 'port' in address ? address.port : 0 }
}

/** A request that waits in the handler until `answer` is called. */
async function startRequest() {
  let answer = () => {}
  const arrived = Promise.withResolvers<void>()
  const { listener, port } = await listenHere((_, response) => {
    answer = () => void response.end('done')
    arrived.resolve()
  })
  const agent = new Agent({ keepAlive: true })
  const sent = get({ port, host: '127.0.0.1', agent })
  const outcome = once(sent, 'response').then(
    ([response]: IncomingMessage[]) => response?.resume().statusCode,
    (error: NodeJS.ErrnoException) => error.code,
  )
  await arrived.promise
  return { listener, outcome, answer: () => answer(), forget: () => agent.destroy() }
}

describe('listening', () => {
  it('says which port it was given', async () => {
    const { port } = await listenHere((_, response) => void response.end())
    expect(port).toBeGreaterThan(0)
  })

  it('says of an address in use whose it is and what to do', async () => {
    const { port } = await listenHere((_, response) => void response.end())
    const second = listen(() => {}, { host: '127.0.0.1', port })
    await expect(second).rejects.toThrow(ListenError)
    await expect(second).rejects.toThrow(`127.0.0.1:${port} is in use by another program. Stop it, or choose another`)
  })

  it('says of an address that is not of this machine to check HOST', async () => {
    await expect(listen(() => {}, { host: '192.0.2.1', port: 0 })).rejects.toThrow('Check HOST')
  })

  it('lets nobody but its own user use a Unix socket, and replaces one that was left behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
    const socketPath = join(folder, 'a.sock')
    open.push(await listen((_, response) => void response.end(), { socketPath }))
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600)
    open.push(await listen((_, response) => void response.end('new'), { socketPath }))
    const [response] = await once(get({ socketPath }), 'response')
    expect(await response.toArray().then(String)).toBe('new')
    await rm(folder, { recursive: true })
  })
})

describe('ending connections', () => {
  it('answers all the same, and lets each client go with its answer', async () => {
    const { listener, port } = await listenHere((_, response) => void response.writeHead(200, ['x-a', '1']).end('done'))
    const agent = new Agent({ keepAlive: true })
    const ask = async () => {
      const [response] = await once(get({ port, host: '127.0.0.1', agent }), 'response')
      return [response.resume().statusCode, response.headers.connection, response.headers['x-a']]
    }
    expect(await ask()).toEqual([200, 'keep-alive', '1'])
    listener.endConnections()
    expect(await ask()).toEqual([200, 'close', '1'])
    expect(await ask()).toEqual([200, 'close', '1'])
    agent.destroy()
  })
})

describe('closing', () => {
  it('lets a running request end, and waits no longer than it', async () => {
    const { listener, outcome, answer, forget } = await startRequest()
    const started = performance.now()
    const closed = listener.close(20_000)
    answer()
    expect(await outcome).toBe(200)
    await closed
    expect(performance.now() - started).toBeLessThan(10_000)
    forget()
  })

  it('cuts what still runs at the deadline', async () => {
    const { listener, outcome } = await startRequest()
    await listener.close(50)
    expect(await outcome).toBe('ECONNRESET')
  })

  it('takes no new connections', async () => {
    const { listener, port } = await listenHere((_, response) => void response.end())
    await listener.close(0)
    const [error] = await once(get({ port, host: '127.0.0.1' }), 'error')
    expect(error.code).toBe('ECONNREFUSED')
  })
})
