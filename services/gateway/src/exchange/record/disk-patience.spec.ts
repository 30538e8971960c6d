import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createDiskPatience } from './disk-patience.ts'

const PATIENCE_MS = 1_000

/** Responses that note when they were destroyed. */
function createResponses() {
  const ended: string[] = []
  return {
    ended,
    named: (name: string) => ({
      destroy() {
        ended.push(name)
        return this as never
      },
    }),
  }
}

describe('the patience with responses that wait for the disk', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('ends each one after its own time, whatever began and ended before', () => {
    const { ended, named } = createResponses()
    const patience = createDiskPatience(PATIENCE_MS)
    patience.end(patience.begin(named('quick')))
    jest.advanceTimersByTime(400)
    patience.begin(named('first'))
    jest.advanceTimersByTime(500)
    const saved = patience.begin(named('saved'))
    patience.begin(named('second'))
    jest.advanceTimersByTime(499)
    expect(ended).toEqual([])
    jest.advanceTimersByTime(2)
    expect(ended).toEqual(['first'])
    patience.end(saved)
    jest.advanceTimersByTime(498)
    expect(ended).toEqual(['first'])
    jest.advanceTimersByTime(2)
    expect(ended).toEqual(['first', 'second'])
  })

  it('arms no timer where nothing waits', () => {
    const { named } = createResponses()
    const patience = createDiskPatience(PATIENCE_MS)
    for (let count = 0; count < 10; count += 1) patience.end(patience.begin(named('quick')))
    expect(jest.getTimerCount()).toBe(1)
    jest.advanceTimersByTime(PATIENCE_MS)
    expect(jest.getTimerCount()).toBe(0)
  })
})
