// What a test file gets for `@jest/globals`, whose types it has.
import { ModernFakeTimers } from '@jest/fake-timers'

// The runner has put them there.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globalThis

// Node.js itself goes on by these two.
const fakeTimers = { doNotFake: ['nextTick', 'queueMicrotask'] }
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers } })

/** The runner's own, with all of jest's fake timers that a test asks for. */
export const jest = {
  ...globalThis.jest,
  useFakeTimers: () => timers.useFakeTimers(),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: ms => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: ms => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
}
