import { describe, expect, it } from '@jest/globals'
import { toServiceRefusal } from './service-fault.ts'

const fault = (code: string) => Object.assign(new Error('connect'), { code })

describe('a service that did not answer', () => {
  it('is too much to do where this gateway has no descriptor left to ask it', () => {
    for (const code of ['EMFILE', 'ENFILE']) {
      expect(toServiceRefusal(fault(code), 'data')).toMatchObject({ kind: 'refuse', code: 'OVERLOADED' })
    }
  })

  it('took too long, or failed, otherwise', () => {
    expect(toServiceRefusal(fault('UND_ERR_CONNECT_TIMEOUT'), 'data')).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(toServiceRefusal(fault('ECONNREFUSED'), 'data')).toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(toServiceRefusal(undefined, 'data')).toMatchObject({ code: 'UPSTREAM_FAILED' })
  })
})
