import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { readHeaders } from '../../domain/request-headers.ts'
import type { Arrival } from './arrival.ts'
import { readShortBody, shortBodies } from './short-body.ts'

/** A request of these headers, whose body is written by the test, and what its reader was told. */
function openRequest(...headers: string[]) {
  const request = new PassThrough()
  const response = new PassThrough()
  const told: unknown[] = []
  const arrival = { request, response, headers: readHeaders(headers) } as unknown as Arrival
  readShortBody(arrival, { onBody: body => told.push(body), onBroken: error => told.push(error) })
  return { request, response, told, closed: () => new Promise(resolve => request.once('close', resolve)) }
}

describe('a body on its way', () => {
  it('goes on as one piece where it is short, once all of it is there', async () => {
    const { request, told, closed } = openRequest('content-length', '6')
    request.write('abc')
    expect(told).toEqual([])
    request.end('def')
    await closed()
    expect(told).toEqual([Buffer.from('abcdef')])
  })

  it.each([
    ['is longer than 64 KiB', ['content-length', '65537']],
    ['does not say how long it is', ['transfer-encoding', 'chunked']],
  ])('goes on as it comes where it %s', (_name, headers) => {
    const { request, told } = openRequest(...headers)
    expect(told).toEqual([request])
  })

  it('goes on as it comes where too many bodies are held at once', () => {
    const other = new PassThrough()
    const hold = shortBodies.holdUntilClosed(other)
    while (hold(64 * 1024));
    const { request, told } = openRequest('content-length', '65536')
    other.destroy()
    expect(told).toEqual([request])
  })

  it('is told to be broken where its client breaks it', async () => {
    const { request, told, closed } = openRequest('content-length', '6')
    request.write('abc')
    const broken = new Error('reset')
    request.destroy(broken)
    await closed()
    expect(told).toEqual([broken])
  })

  it('holds no memory once its request has been answered', async () => {
    const before = shortBodies.heldBytes()
    const { request, response, closed } = openRequest('content-length', '6')
    request.end('abcdef')
    await closed()
    expect(shortBodies.heldBytes()).toBe(before + 6)
    response.destroy()
    await new Promise(resolve => response.once('close', resolve))
    expect(shortBodies.heldBytes()).toBe(before)
  })
})
