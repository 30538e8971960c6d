import { describe, expect, it } from '@jest/globals'
import { createShed } from './shed.ts'

const shedAt = (inFlight: number, delayMs: number) => createShed({ inFlight: () => inFlight, delayMs: () => delayMs })()

describe('a gateway under load', () => {
  it('serves up to 4,000 requests at once, and up to 200 ms behind', () => {
    expect(shedAt(4_000, 200)).toBeUndefined()
  })

  it('turns away what is beyond', () => {
    expect(shedAt(4_001, 0)).toMatchObject({ code: 'OVERLOADED' })
    expect(shedAt(0, 201)).toMatchObject({ code: 'OVERLOADED' })
  })
})
