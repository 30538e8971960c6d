import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { gatherLines } from './gathered-lines.ts'
import { createLogger } from './logger.ts'

let folder: string
let fd: number

beforeEach(() => {
  // A real timer would write once the file is closed, into whatever test runs then.
  jest.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'sluice-lines-'))
  fd = openSync(join(folder, 'log'), 'a')
})
afterEach(() => {
  jest.useRealTimers()
  closeSync(fd)
  rmSync(folder, { recursive: true })
})

const openLog = () => createLogger({ service: 'test', level: 'info', destination: gatherLines(fd) })
const logged = (): unknown[] =>
  readFileSync(join(folder, 'log'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line).msg)

describe('lines of a log', () => {
  it('are written together a quarter of a second after the first', () => {
    const log = openLog()
    log.info('one')
    jest.advanceTimersByTime(200)
    log.info('two')
    const before = logged()
    jest.advanceTimersByTime(50)
    expect([before, logged()]).toEqual([[], ['one', 'two']])
    log.info('three')
    jest.advanceTimersByTime(250)
    expect(logged()).toEqual(['one', 'two', 'three'])
  })

  it('are written at once with a warning, in their order', () => {
    const log = openLog()
    log.info('one')
    log.warn('two')
    expect(logged()).toEqual(['one', 'two'])
  })

  it('are written once there are some kilobytes of them', () => {
    const log = openLog()
    for (let count = 0; count < 10; count += 1) log.info('x'.repeat(1_000))
    expect(logged().length).toBeGreaterThanOrEqual(4)
    // Nothing is left for the exit of the process.
    log.warn('last')
    expect(logged()).toHaveLength(11)
  })

  it('are all there when the process exits', () => {
    const logger = join(import.meta.dirname, 'logger.ts')
    const program = `
      const { createLogger } = await import(${JSON.stringify(logger)})
      createLogger({ service: 'test', level: 'info' }).info('last')
      process.exit(3)
    `
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect([status, JSON.parse(stdout).msg]).toEqual([3, 'last'])
  })
})
