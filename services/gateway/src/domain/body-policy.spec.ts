import { describe, expect, it } from '@jest/globals'
import { mayRecordBody } from './body-policy.ts'

describe('which bodies may be recorded', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/json;charset="UTF-8"'])(
    'may: %s',
    type => {
      expect(mayRecordBody(['content-type', type])).toBe(true)
    },
  )

  it.each(['multipart/form-data; boundary=x', 'Text/Event-Stream', 'application/json; charset=utf-16'])(
    'may not: %s',
    type => {
      expect(mayRecordBody(['content-type', type])).toBe(false)
    },
  )

  it('may not when it is compressed', () => {
    expect(mayRecordBody(['content-encoding', 'gzip'])).toBe(false)
    expect(mayRecordBody(['content-encoding', 'identity'])).toBe(true)
    expect(mayRecordBody([])).toBe(true)
  })
})
