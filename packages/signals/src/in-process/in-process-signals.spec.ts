import { describe, expect, it } from '@jest/globals'
import { describeSignals } from '../conformance/index.ts'
import { createCarrier, createInProcessSignals } from './index.ts'

describeSignals('one process', async () => {
  const carrier = createCarrier()
  return {
    connect: async () => createInProcessSignals({ carrier }),
    interrupt: async () => carrier.interrupt(),
    restore: async () => carrier.restore(),
    patienceMs: 5_000,
    stop: async () => {},
  }
})

describe('signals in one process', () => {
  it('hands what a listener threw to whoever wants to log it', async () => {
    const thrown = Promise.withResolvers<unknown>()
    const signals = createInProcessSignals({ onListenerError: thrown.resolve })
    const listener = {
      message() {
        throw new TypeError('boom')
      },
      gap() {},
    }
    await signals.subscribe('c', listener)
    await signals.publish('c', 'x')
    expect(await thrown.promise).toEqual(new TypeError('boom'))
  })

  it('keeps no more messages for a listener than its mailbox takes', async () => {
    const signals = createInProcessSignals({ capacity: 3 })
    const heard: string[] = []
    const end = Promise.withResolvers<void>()
    const message = (text: string) => {
      heard.push(text)
      if (text === '9') end.resolve()
    }
    await signals.subscribe('c', { message, gap: () => heard.push('[gap]') })
    for (let index = 0; index < 10; index++) void signals.publish('c', String(index))
    await end.promise
    expect(heard[0]).toBe('[gap]')
    expect(heard.length).toBeLessThanOrEqual(3)
  })
})
