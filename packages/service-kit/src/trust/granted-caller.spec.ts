import { describe, expect, it } from '@jest/globals'
import { type GrantedCaller, grantedCaller } from '@sluice/contracts'
import { createKnownCallers, formatGrantedCaller } from './granted-caller.ts'
import { formatHeaderJson } from './header-json.ts'

const callerOf = (id: string, note = ''): GrantedCaller =>
  grantedCaller.parse({
    principal: { id, roles: ['reader'], via: 'password', properties: { note } },
    isRoot: false,
    permission: { id: 'all', rules: null, apiKeys: null },
    positions: { keys: 3 },
  })
const textOf = (id: string, note?: string) => formatGrantedCaller(callerOf(id, note)).text

describe('what a grant says of its caller', () => {
  it('has the form that services of other versions read', () => {
    const { text, digest } = formatGrantedCaller(callerOf('ann'))
    expect(Buffer.from(text, 'base64url').toString()).toBe(
      '{"principal":{"id":"ann","roles":["reader"],"via":"password","properties":{"note":""}},"isRoot":false,' +
        '"permission":{"id":"all","rules":null,"apiKeys":null},"positions":{"keys":3}}',
    )
    expect(digest).toBe('chOvJ5cIBYwO4zKrhrK2mrXhhIp-Fw0QKOAHOyByzGw')
  })

  it('is nothing but that, even where more was given', () => {
    const more = { ...callerOf('ann'), password: 'hunter2' }
    expect(formatGrantedCaller(more)).toEqual(formatGrantedCaller(callerOf('ann')))
  })
})

describe('callers that a service knows', () => {
  it('are read once from each text, and nobody can change them', () => {
    const known = createKnownCallers()
    const ann = known.read(textOf('ann'))
    expect(ann).toEqual(callerOf('ann'))
    expect(known.read(textOf('ann'))).toBe(ann)
    expect(() => ann?.principal.roles.pop()).toThrow(TypeError)
    expect(() => Object.assign(ann?.principal.properties ?? {}, { note: 'x' })).toThrow(TypeError)
  })

  it('are told apart by all of their text', () => {
    const known = createKnownCallers()
    const texts = ['ann', 'anna', 'Ann', 'bob'].flatMap(id => [textOf(id), textOf(id, 'x'), textOf(id, 'y')])
    const read = texts.map(text => known.read(text))
    expect(new Set(read).size).toBe(texts.length)
    expect(texts.map(text => known.read(text))).toEqual(read)
    expect(new Set(texts.map(text => known.digestOf(text))).size).toBe(texts.length)
  })

  it('have the SHA-256 of their text, known or not', () => {
    const known = createKnownCallers()
    const { text, digest } = formatGrantedCaller(callerOf('ann'))
    expect(known.digestOf(text)).toBe(digest)
    known.read(text)
    expect(known.digestOf(text)).toBe(digest)
  })

  it('are at most a thousand: those that were read longest ago are read anew', () => {
    const known = createKnownCallers()
    const [first, second] = [textOf('0'), textOf('1')].map(text => known.read(text))
    for (let number = 2; number < 1_000; number += 1) known.read(textOf(String(number)))
    expect(known.read(textOf('0'))).toBe(first)
    known.digestOf(textOf('1'))
    known.read(textOf('1000'))
    expect(known.size()).toBe(1_000)
    expect(known.read(textOf('0'))).toBe(first)
    expect(known.read(textOf('1'))).not.toBe(second)
    expect(known.size()).toBe(1_000)
  })

  it('are at most 8 Mi characters', () => {
    const known = createKnownCallers()
    const large = 'x'.repeat(30_000)
    for (let number = 0; number < 300; number += 1) known.read(textOf(String(number), large))
    const most = Math.floor((8 * 1024 * 1024) / textOf('100', large).length)
    expect(known.size()).toBe(most)
    expect(known.read(textOf('y'.repeat(10), 'x'.repeat(9 << 20)))).toBeDefined()
    expect(known.size()).toBe(most)
  })

  it('are none where a text is none', () => {
    const known = createKnownCallers()
    for (const text of ['', '.', 'e30', formatHeaderJson([]), formatHeaderJson(null)]) {
      expect(known.read(text)).toBeUndefined()
    }
    expect(known.size()).toBe(0)
  })
})
