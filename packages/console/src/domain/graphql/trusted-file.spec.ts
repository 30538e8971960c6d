import { describe, expect, it } from '@jest/globals'
import { readTrustedFile } from './trusted-file.ts'

describe('a file of trusted documents', () => {
  it.each(['["{ a }"]', '{"x":"{ a }"}'])('may be %s', text => {
    expect(readTrustedFile(text)).toEqual({ kind: 'documents', texts: ['{ a }'] })
  })

  it.each(['', '7', '[]', '[7]', '{"x":{}}'])('is refused where it is %j', text => {
    expect(readTrustedFile(text).kind).toBe('refused')
  })
})
