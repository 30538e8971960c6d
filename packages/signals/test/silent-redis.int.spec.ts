import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { createRedisSignals } from '../src/redis/index.ts'

describe('signals over a Redis that takes connections and never says anything', () => {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0

  beforeEach(async () => {
    server = createServer(socket => void sockets.add(socket.on('error', () => {})))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address === 'object' && address) port = address.port
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    server.close()
  })

  it('tell of it from the start on, and again and again', async () => {
    const told: string[] = []
    const signals = createRedisSignals({
      url: `redis://127.0.0.1:${port}`,
      deadlineMs: 300,
      onConnectionError: error => told.push(String(error)),
    })
    await eventually(() => expect(told.length).toBeGreaterThan(3))
    expect(told.join()).toContain('did not answer in time')
    expect(signals.isConnected()).toBe(false)
    await signals.close()
  })
})
