import { describe, expect, it } from '@jest/globals'
import { formatKeySecret } from '@sluice/contracts'
import fc from 'fast-check'
import { readClient } from './read-client.ts'
import { readHeaders } from './request-headers.ts'

const said = (value: string) => readClient(readHeaders(['Sluice-Client', value]))

describe('what a program says of itself', () => {
  it.each(['console', 'sdk/1.2.3', 'cli/1', 'my-tool/2.0', 'sdk/1.2.3-rc.1', 'a'.repeat(60)])('is taken: %s', text => {
    expect(said(text)).toBe(text)
  })

  it.each([
    '',
    'Console',
    'console ',
    'sdk/',
    'sdk/v1',
    'sdk/1.2.3.4',
    'sdk/1 (linux)',
    'a_b',
    '1st',
    'a'.repeat(61),
    'c\u00f6nsole',
    'console\nx',
  ])('is not recorded where it has another form: %j', text => {
    expect(said(text)).toBeUndefined()
  })

  it('is nothing where nothing is said', () => {
    expect(readClient(readHeaders([]))).toBeUndefined()
  })

  it('is never a key of ours, whatever stands around it', () => {
    const key = formatKeySecret(Buffer.alloc(32, 7))
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(said(`${before}${key}${after}`)).toBeUndefined()
      }),
    )
  })
})
