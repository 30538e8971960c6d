import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { followTyping } from './typing.ts'

describe('what is typed', () => {
  let told: number
  let typing: ReturnType<typeof followTyping>

  beforeEach(() => {
    jest.useFakeTimers()
    told = 0
    typing = followTyping(() => {
      told += 1
    })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('is told once, when no key has come for a while', () => {
    for (let key = 0; key < 5; key += 1) {
      typing.note()
      jest.advanceTimersByTime(50)
    }
    expect(told).toBe(0)
    expect(typing.isUntold()).toBe(true)
    jest.advanceTimersByTime(100)
    expect(told).toBe(1)
    expect(typing.isUntold()).toBe(false)
    jest.advanceTimersByTime(10_000)
    expect(told).toBe(1)
  })

  it('is told every second of who does not stop', () => {
    for (let key = 0; key < 61; key += 1) {
      typing.note()
      jest.advanceTimersByTime(50)
    }
    expect(told).toBe(3)
  })

  it('is left to who tells of it himself, before something acts on it', () => {
    expect(typing.stop()).toBe(false)
    typing.note()
    expect(typing.stop()).toBe(true)
    expect(typing.stop()).toBe(false)
    jest.advanceTimersByTime(10_000)
    expect(told).toBe(0)
  })
})
