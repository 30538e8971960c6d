import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Figure } from '../figure.ts'
import { profileMissed } from './profile-missed.ts'
import { PROFILED } from './record-profile.ts'

/** Answers each message once it has counted for a while, by a function that is too deep to become a part of another. */
const WORKER = `
  const fibonacci = number => number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2)
  process.on('message', () => process.send(fibonacci(33)))`

describe('figures that miss their bars', () => {
  const worker = spawn(process.execPath, [PROFILED, '-e', WORKER], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const countOnce = async () => {
    worker.send('count')
    await once(worker, 'message')
  }
  // It answers once it is ready.
  beforeAll(countOnce)
  afterAll(() => void worker.kill())

  const figure = (name: string, value: number): Figure => ({ name, value, unit: 'µs', bar: '≤ 10' })
  const work = (name: string) => ({
    name,
    processes: [{ label: 'worker', pid: worker.pid ?? 0 }],
    serve: countOnce,
  })

  it('have a profile of each process, once for each work; those at their bars are not', async () => {
    const figures = [figure('slow, itself', 11), figure('slow, beside others', 12), figure('fast', 9)]
    const [first, second, third] = await profileMissed(figures, [work('slow'), work('fast')])
    expect(first?.profiles).toEqual([
      expect.objectContaining({ work: 'slow', process: 'worker', origins: expect.any(Array) }),
    ])
    expect(first?.profiles?.[0]?.functions.map(({ name }) => name).join()).toMatch(/fibonacci of/)
    expect([second?.profiles, third?.profiles]).toEqual([undefined, undefined])
  })

  it('stay without a profile where the work fails, and are not lost', async () => {
    const broken = { ...work('slow'), serve: () => Promise.reject(new RangeError('a test wants it')) }
    const [figureLeft] = await profileMissed([figure('slow', 11)], [broken])
    expect(figureLeft).toEqual(figure('slow', 11))
  })

  it('can be profiled again and again', async () => {
    const [again] = await profileMissed([figure('slow', 11)], [work('slow')])
    expect(again?.profiles).toHaveLength(1)
  })
})
