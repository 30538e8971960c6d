import { describe, expect, it } from '@jest/globals'
import { createSubscriber } from './subscriber.ts'

function open() {
  let overs = 0
  const subscriber = createSubscriber(() => {
    overs += 1
  })
  return { subscriber, reader: subscriber.stream[Symbol.asyncIterator](), overs: () => overs }
}

describe('a reader of a tail', () => {
  it('gets what was pushed, in its order, also what comes while it waits', async () => {
    const { subscriber, reader } = open()
    subscriber.push('a')
    subscriber.push('b')
    expect([await reader.next(), await reader.next()]).toEqual([
      { done: false, value: 'a' },
      { done: false, value: 'b' },
    ])
    const later = reader.next()
    subscriber.push('c')
    expect(await later).toEqual({ done: false, value: 'c' })
  })

  it('that takes nothing holds 512 KiB at most, and is ended with a word about it', async () => {
    const { subscriber, reader, overs } = open()
    for (let count = 0; count < 600; count += 1) subscriber.push('x'.repeat(1024))
    expect(overs()).toBe(1)
    expect(await reader.next()).toEqual({ done: false, value: 'event: end\ndata: {"reason":"slow"}\n\n' })
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })

  it('that leaves is over once, and holds nothing any more', async () => {
    const { subscriber, reader, overs } = open()
    const waiting = reader.next()
    await reader.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
    subscriber.push('late')
    subscriber.end('deleted')
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    expect(overs()).toBe(1)
  })
})
