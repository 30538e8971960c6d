import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { seededRandom } from '../../load/seeded-random.ts'
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts'

const published = (text: string) => `*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$${text.length}\r\n${text}\r\n`
const PONG = '*2\r\n$4\r\npong\r\n$0\r\n\r\n'

describe('the way to Redis', () => {
  let redis: Server
  let proxy: RedisProxy
  /** The far ends, in the order of their opening. */
  let far: Socket[] = []
  let near: Socket[] = []

  beforeEach(async () => {
    far = []
    near = []
    redis = createServer(socket => far.push(socket)).listen(0, '127.0.0.1')
    await once(redis, 'listening')
    const address = redis.address() as { port: number }
    proxy = await startRedisProxy(`redis://:secret@127.0.0.1:${address.port}/3`)
  })
  afterEach(() => {
    proxy.close()
    for (const socket of [...near, ...far]) socket.destroy()
    redis.close()
  })

  const dial = () => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
    near.push(socket)
    const received = { text: '', isClosed: false }
    socket.on('data', chunk => {
      received.text += chunk.toString()
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      received.isClosed = true
    })
    return { socket, received }
  }
  const linked = async () => {
    const dialled = dial()
    await eventually(() => expect(far).toHaveLength(near.length))
    return { ...dialled, server: far[far.length - 1] as Socket }
  }

  it('keeps the password and the database of the address', () => {
    expect(proxy.url).toMatch(/^redis:\/\/:secret@127\.0\.0\.1:\d+\/3$/)
  })

  it('lets everything pass both ways, and ends with either end', async () => {
    const { socket, received, server } = await linked()
    const asked = once(server, 'data')
    socket.write('PING')
    expect(String((await asked)[0])).toBe('PING')
    server.write(PONG)
    await eventually(() => expect(received.text).toBe(PONG))
    server.destroy()
    await eventually(() => expect(received.isClosed).toBe(true))
  })

  it('lets nothing pass while it is cut, and ends nothing; what was sent arrives after it', async () => {
    const { received, server } = await linked()
    proxy.cut()
    server.write(PONG)
    const late = dial()
    await once(late.socket, 'connect')
    expect(far).toHaveLength(1)
    expect(received).toEqual({ text: '', isClosed: false })
    proxy.heal()
    await eventually(() => expect(received.text).toBe(PONG))
    await eventually(() => expect(far).toHaveLength(2))
  })

  it('ends a connection when there is no Redis', async () => {
    redis.close()
    const { received } = dial()
    await eventually(() => expect(received.isClosed).toBe(true))
  })

  it('keeps the share of the publications that it is told to keep, and nothing else', async () => {
    const { received, server } = await linked()
    proxy.dropMessages(1, seededRandom(1))
    server.write(published('lost'))
    await eventually(() => expect(proxy.dropped()).toBe(1))
    server.write(PONG)
    await eventually(() => expect(received.text).toBe(PONG))
    proxy.dropMessages(0, seededRandom(1))
    server.write(published('kept'))
    await eventually(() => expect(received.text).toBe(PONG + published('kept')))
    expect(proxy.dropped()).toBe(1)
  })
})
