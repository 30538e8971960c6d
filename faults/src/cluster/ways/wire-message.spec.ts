import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { BSON } from 'mongodb'
import { collectionOf, commandOf, refusalOf, splitMessages } from './wire-message.ts'

const { deserialize, serialize } = BSON

function request(command: object, id = 7): Buffer {
  const document = serialize(command)
  const message = Buffer.alloc(21 + document.length)
  message.writeInt32LE(message.length, 0)
  message.writeInt32LE(id, 4)
  message.writeInt32LE(2013, 12)
  message.set(document, 21)
  return message
}

describe('a message to the store', () => {
  it('is found whole, however it was cut on its way', () => {
    const messages = [request({ find: 'a' }), request({ insert: 'b' }), request({ hello: 1 })]
    const sent = Buffer.concat(messages)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sent.length }), cut => {
        const first = splitMessages(sent.subarray(0, cut))
        const second = splitMessages(Buffer.concat([first.rest, sent.subarray(cut)]))
        expect([...first.messages, ...second.messages]).toEqual(messages)
        expect(second.rest).toHaveLength(0)
      }),
    )
  })

  it('tells its command, also in the old form of a greeting', () => {
    expect(commandOf(request({ find: 'a', filter: { insert: 1 } }))).toBe('find')
    const name = Buffer.from('admin.$cmd\0')
    const greeting = Buffer.concat([Buffer.alloc(20), name, Buffer.alloc(8), serialize({ hello: 1 })])
    greeting.writeInt32LE(2004, 12)
    expect(commandOf(greeting)).toBe('hello')
  })

  it('tells its collection, where it is about one', () => {
    expect(collectionOf(request({ insert: 'things', documents: [{ _id: 1 }] }))).toBe('things')
    expect(collectionOf(request({ hello: 1 }))).toBe('')
  })

  it('that is nothing of the kind has no command, and ends nothing', () => {
    const namesOf = (bytes: Uint8Array) => [commandOf(Buffer.from(bytes)), collectionOf(Buffer.from(bytes))]
    const anyBytes = fc.uint8Array({ minLength: 16 })
    fc.assert(fc.property(anyBytes, bytes => namesOf(bytes).every(name => typeof name === 'string')))
  })
})

describe('a refusal in the place of the store', () => {
  it('answers that very request, with the code', () => {
    const answer = refusalOf(request({ insert: 'a' }, 99), { code: 371, name: 'UserWritesBlocked' })
    expect(answer.readInt32LE(0)).toBe(answer.length)
    expect(answer.readInt32LE(8)).toBe(99)
    expect(deserialize(answer.subarray(21))).toMatchObject({ ok: 0, code: 371, codeName: 'UserWritesBlocked' })
  })
})
