import { describe, expect, it } from '@jest/globals'
import { chooseEncoding } from './choose-encoding.ts'

describe('the form of a file', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip; q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['br;q=x', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('for %s is %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding)
  })
})
