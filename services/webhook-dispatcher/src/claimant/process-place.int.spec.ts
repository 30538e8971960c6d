import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { isProcessGone, ownPlace } from './process-place.ts'

describe('a process that is looked for', () => {
  it('is not gone while it runs, whoever asks from the same machine', async () => {
    const own = await ownPlace()
    expect(own).toMatchObject({ pid: process.pid })
    expect(await isProcessGone(own, await ownPlace())).toBe(false)
  })

  it('is gone when its pid is free, or belongs to one that was started later', async () => {
    const own = await ownPlace()
    if (!own) throw new RangeError('there is no place')
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    expect(await isProcessGone({ ...own, pid: child.pid ?? 0 }, own)).toBe(true)
    expect(await isProcessGone({ ...own, startedAt: '1' }, own)).toBe(true)
  })

  it('is not known to be gone when it ran on another machine, in another container, or nobody knows where', async () => {
    const own = await ownPlace()
    if (!own) throw new RangeError('there is no place')
    expect(await isProcessGone({ ...own, startedAt: '1', machine: 'another' }, own)).toBe(false)
    expect(await isProcessGone({ ...own, startedAt: '1', space: 'pid:[1]' }, own)).toBe(false)
    expect(await isProcessGone(undefined, own)).toBe(false)
  })
})
