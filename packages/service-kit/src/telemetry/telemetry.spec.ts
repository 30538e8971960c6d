import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { observing } from './meter-of.ts'
import { startTelemetry } from './telemetry.ts'

const HOUR_MS = 3_600_000

describe('a gauge', () => {
  const telemetry = startTelemetry()
  let reading: ReturnType<Parameters<ReturnType<typeof observing>['gauge']>[2]>
  observing('test').gauge('level', 'How high', () => reading)
  afterEach(() => void jest.restoreAllMocks())

  async function scrape(): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<string>()
    Reflect.apply(telemetry.serveMetrics, undefined, [{}, { setHeader() {}, statusCode: 0, end: resolve }])
    return (await promise).split('\n').filter(line => line.startsWith('sluice_level'))
  }

  it('shows what it reads now after the clock of the machine was set back', async () => {
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + HOUR_MS)
    reading = 1
    expect(await scrape()).toEqual(['sluice_level{otel_scope_name="test"} 1'])
    clock.mockReturnValue(now)
    reading = 2
    expect(await scrape()).toEqual(['sluice_level{otel_scope_name="test"} 2'])
  })

  it('is not shown while there is nothing to read, nor with labels that are no more', async () => {
    reading = [
      [1, { of: 'this' }],
      [2, { of: 'that' }],
    ]
    expect(await scrape()).toHaveLength(2)
    reading = [[3, { of: 'that' }]]
    expect(await scrape()).toEqual(['sluice_level{of="that",otel_scope_name="test"} 3'])
    reading = undefined
    expect(await scrape()).toEqual([])
  })

  it('that can not be read leaves the others as they are', async () => {
    observing('test').gauge('broken', 'Is not there', () => {
      throw new Error('broken')
    })
    reading = 1
    expect(await scrape()).toEqual(['sluice_level{otel_scope_name="test"} 1'])
  })
})
