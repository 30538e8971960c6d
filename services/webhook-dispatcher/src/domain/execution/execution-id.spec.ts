import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { v7, validate, version } from 'uuid'
import { dayOfId, executionId, firstIdAt, timeOfId } from './execution-id.ts'

const eventAt = (at: number) => v7({ msecs: at })
const instants = fc.integer({ min: 0, max: Date.parse('2200-01-01') })

describe('a delivery id', () => {
  it('is the same for the same event and webhook, and another for another webhook', () => {
    const event = eventAt(Date.parse('2026-11-21T10:00:00Z'))
    expect(executionId(event, 'a')).toBe(executionId(event, 'a'))
    expect(executionId(event, 'a')).not.toBe(executionId(event, 'b'))
  })

  it('is a UUID of version 8 that carries the time of the event', () => {
    fc.assert(
      fc.property(instants, fc.string(), (at, webhook) => {
        const id = executionId(eventAt(at), webhook)
        return validate(id) && version(id) === 8 && timeOfId(id) === at && dayOfId(id) === dayOfId(eventAt(at))
      }),
    )
  })

  it('never sorts before the first id of its millisecond', () => {
    fc.assert(fc.property(instants, at => eventAt(at) >= firstIdAt(at) && eventAt(at) < firstIdAt(at + 1)))
  })
})
