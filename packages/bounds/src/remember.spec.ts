import { describe, expect, it } from '@jest/globals'
import { remember } from './remember.ts'

describe('what is remembered', () => {
  const asked: number[] = []
  const find = async (key: number) => {
    asked.push(key)
    if (key < 0) throw new RangeError('not there')
    return key * 2
  }
  const askedFor = () => asked.splice(0)

  it('is asked for once, also by those who ask before the answer is there', async () => {
    const doubles = remember(2, find)
    expect(await Promise.all([doubles.get(1), doubles.get(1)])).toEqual([2, 2])
    expect(await doubles.get(1)).toBe(2)
    expect(askedFor()).toEqual([1])
  })

  it('is the answers to the last questions, as many as there may be', async () => {
    const doubles = remember(2, find)
    for (const key of [1, 2, 3, 3, 2, 1]) await doubles.get(key)
    expect(askedFor()).toEqual([1, 2, 3, 1])
  })

  it('is forgotten when it fails, for all who have asked', async () => {
    const doubles = remember(2, find)
    const both = await Promise.allSettled([doubles.get(-1), doubles.get(-1)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(doubles.get(-1)).rejects.toThrow('not there')
    expect(askedFor()).toEqual([-1, -1])
  })

  it('is nothing after it was cleared, and a failure of before takes nothing away that was asked for since', async () => {
    const failures = [Promise.reject(new RangeError('late')), Promise.resolve('well')]
    const answers = remember(2, () => failures.shift() ?? Promise.resolve('anew'))
    const late = answers.get('a')
    answers.clear()
    const since = answers.get('a')
    await expect(late).rejects.toThrow('late')
    expect([await since, await answers.get('a')]).toEqual(['well', 'well'])
  })
})
