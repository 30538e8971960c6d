import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { shortBodies } from '../src/exchange/arrive/short-body.ts'
import { basic } from '../src/testing/http-client.ts'
import { followEvents, startGateway } from '../src/testing/start-gateway.ts'

const { authorization } = basic('admin', "admin's password")

describe('a gateway that is stopped', () => {
  it('cuts a body that never ends, and keeps the event of it', async () => {
    let arrived = 0
    const gateway = await startGateway({
      handlers: {
        data: () => {
          arrived += 1
        },
      },
    })
    await gateway.write.wantEvents()
    const { shipped } = await followEvents(gateway.platform)
    const socket = connect(gateway.gateway.address().port, '127.0.0.1')
    socket.on('error', () => {})
    const head = `POST /orders HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`)
    await eventually(() => arrived === 1)
    await gateway.gateway.stop(1_000)
    await eventually(() => shipped.length > 0)
    expect(shipped.map(({ event }) => [event.aborted, event.outcome])).toEqual([[true, 'unknown']])
    await gateway.stop()
  })

  it('keeps the event of a short body that never ends, of which no service hears', async () => {
    let arrived = 0
    const gateway = await startGateway({
      handlers: {
        data: () => {
          arrived += 1
        },
      },
    })
    await gateway.write.wantEvents()
    const { shipped } = await followEvents(gateway.platform)
    const socket = connect(gateway.gateway.address().port, '127.0.0.1')
    socket.on('error', () => {})
    const head = `POST /orders HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`
    const before = shortBodies.heldBytes()
    socket.write(`${head}Content-Length: 50\r\n\r\n{`)
    await eventually(() => shortBodies.heldBytes() === before + 50)
    await gateway.gateway.stop(1_000)
    await eventually(() => shipped.length > 0)
    expect(shipped.map(({ event }) => [event.aborted, event.outcome])).toEqual([[true, 'unknown']])
    expect(arrived).toBe(0)
    await gateway.stop()
  })
})
