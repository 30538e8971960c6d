import { expect, it } from '@jest/globals'
import { durationInWords } from './duration-words.ts'

it.each([
  [0, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [370, '6 min 10 s'],
  [5_400, '1 h 30 min'],
  [90_000, '1 d 1 h'],
])('a time of %i seconds is %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})
