import { describe, expect, it } from '@jest/globals'
import { createShed } from './shed.ts'

const shedAt = (inFlight: number, turnMs: number) => createShed({ inFlight: () => inFlight, turnMs: () => turnMs })()

describe('a gateway under load', () => {
  it('serves up to 4,000 requests at once, and with turns of up to 200 ms', () => {
    expect(shedAt(4_000, 200)).toBeUndefined()
  })

  it('turns away what is beyond', () => {
    expect(shedAt(4_001, 0)).toMatchObject({ code: 'OVERLOADED' })
    expect(shedAt(0, 201)).toMatchObject({ code: 'OVERLOADED' })
  })
})
