import { expect, it } from '@jest/globals'
import { createPauses } from './pauses.ts'

it('leaves a key alone for its time, and says when it meets it first', () => {
  let at = 0
  const pauses = createPauses<string>({ max: 10, forMs: 100, now: () => at })
  expect([pauses.pause('a'), pauses.paused()]).toEqual([true, ['a']])
  at = 99
  expect(pauses.paused()).toEqual(['a'])
  at = 100
  expect(pauses.paused()).toEqual([])
  expect([pauses.pause('a'), pauses.paused()]).toEqual([false, ['a']])
})

it('remembers so many keys at most, and forgets the one that was paused longest ago', () => {
  const pauses = createPauses<string>({ max: 2, forMs: 100 })
  for (const key of ['a', 'b', 'a', 'c']) pauses.pause(key)
  expect(pauses.paused()).toEqual(['a', 'c'])
  expect(pauses.pause('b')).toBe(true)
})
