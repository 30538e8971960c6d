import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { observing } from './meter-of.ts'
import { startTelemetry, type Telemetry } from './telemetry.ts'

const HOUR_MS = 3_600_000

/** What an operator is shown of an instrument. */
async function scrape({ serveMetrics }: Telemetry, name: string): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string>()
  Reflect.apply(serveMetrics, undefined, [{}, { setHeader() {}, statusCode: 0, end: resolve }])
  return (await promise).split('\n').filter(line => line.startsWith(name))
}

describe('telemetry', () => {
  let telemetry: Telemetry
  beforeEach(() => {
    telemetry = startTelemetry()
  })
  afterEach(() => telemetry.stop())

  it('that has stopped leaves its place to the next, which shows what is made after it', async () => {
    await telemetry.stop()
    telemetry = startTelemetry()
    observing('test').counter('turns', 'How many', () => 3)
    expect(await scrape(telemetry, 'sluice_turns')).toEqual(['sluice_turns_total{otel_scope_name="test"} 3'])
  })

  it('is refused while another one of the process runs, which would be shown what is its own', () => {
    expect(startTelemetry).toThrow('Telemetry of this process has started already: stop it first.')
  })
})

describe('a gauge', () => {
  let telemetry: Telemetry
  let reading: ReturnType<Parameters<ReturnType<typeof observing>['gauge']>[2]>
  beforeAll(() => {
    telemetry = startTelemetry()
    observing('test').gauge('level', 'How high', () => reading)
  })
  afterAll(() => telemetry.stop())
  afterEach(() => void jest.restoreAllMocks())

  it('shows what it reads now after the clock of the machine was set back', async () => {
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + HOUR_MS)
    reading = 1
    expect(await scrape(telemetry, 'sluice_level')).toEqual(['sluice_level{otel_scope_name="test"} 1'])
    clock.mockReturnValue(now)
    reading = 2
    expect(await scrape(telemetry, 'sluice_level')).toEqual(['sluice_level{otel_scope_name="test"} 2'])
  })

  it('is not shown while there is nothing to read, nor with labels that are no more', async () => {
    reading = [
      [1, { of: 'this' }],
      [2, { of: 'that' }],
    ]
    expect(await scrape(telemetry, 'sluice_level')).toHaveLength(2)
    reading = [[3, { of: 'that' }]]
    expect(await scrape(telemetry, 'sluice_level')).toEqual(['sluice_level{of="that",otel_scope_name="test"} 3'])
    reading = undefined
    expect(await scrape(telemetry, 'sluice_level')).toEqual([])
  })

  it('that can not be read leaves the others as they are', async () => {
    observing('test').gauge('broken', 'Is not there', () => {
      throw new Error('broken')
    })
    reading = 1
    expect(await scrape(telemetry, 'sluice_level')).toEqual(['sluice_level{otel_scope_name="test"} 1'])
  })
})
