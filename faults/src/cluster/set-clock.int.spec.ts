import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { type LocalProcess, startLocalProcess } from '@sluice/testkit/backends'
import { MOVABLE_CLOCK, setClock } from './set-clock.ts'

const HOUR_MS = 3_600_000
/** Says what time it is, by either clock, and whether a date is one. */
const TELLER = `
  const tell = () => {
    const now = Date.now()
    const made = new Date()
    const isDate = made instanceof Date && new Date(0).getTime() === 0 && Date.UTC(1970, 0, 2) === 86400000
    console.log(JSON.stringify({ now, made: made.getTime(), since: performance.now(), isDate }))
  }
  setInterval(tell, 20)
  console.log('telling')
`

type ToldTimes = { now: number; made: number; since: number; isDate: boolean }

describe('the clock of a process', () => {
  let folder = ''
  let running: LocalProcess

  beforeAll(async () => {
    folder = await temporaryDirectory()
    const env = { NODE_OPTIONS: MOVABLE_CLOCK }
    running = await startLocalProcess({
      command: process.execPath,
      args: ['-e', TELLER],
      folder,
      env,
      ready: /telling/,
      readyWithinMs: 20_000,
    })
  }, 30_000)
  afterAll(() => running.kill())

  const lines = async () => (await readFile(join(folder, 'stdout.log'), 'utf8')).split('\n')
  const told = async (): Promise<ToldTimes> => JSON.parse((await lines()).findLast(line => line.endsWith('}')) ?? '{}')
  const isOff = (offMs: number) =>
    eventually(async () => {
      const { now, made, isDate } = await told()
      expect(Math.abs(now - Date.now() - offMs)).toBeLessThan(5_000)
      expect(made).toBeGreaterThanOrEqual(now)
      expect(made - now).toBeLessThan(1_000)
      expect(isDate).toBe(true)
    })

  it('is stepped ahead, behind and back, and its monotonic one is not', async () => {
    await isOff(0)
    const before = await told()
    for (const offsetMs of [HOUR_MS, -HOUR_MS, 0]) {
      await setClock({ pid: running.pid(), folder, offsetMs })
      await isOff(offsetMs)
    }
    const { since, now } = await told()
    expect(Math.abs(now - before.now - (since - before.since))).toBeLessThan(1_000)
  }, 60_000)

  it('is off from the start where it was so before', async () => {
    await setClock({ pid: running.pid(), folder, offsetMs: HOUR_MS })
    await running.kill()
    await running.start()
    await isOff(HOUR_MS)
  }, 60_000)
})
