import { describe, expect, it } from '@jest/globals'
import { decidingParts, shortReason } from './deciding-parts.ts'

type Part = { text: string; result: boolean | 'unknown'; children?: Part[] }

const part = (text: string, result: Part['result'], children?: Part[]): Part =>
  children ? { text, result, children } : { text, result }
const named = (whole: Part) => [...decidingParts(whole)].map(({ text }) => text)

describe('what made a condition false', () => {
  it('is nothing where it holds', () => {
    expect(named(part('a', true))).toEqual([])
  })

  it('is itself where it has no parts', () => {
    expect(named(part('a', false))).toEqual(['a'])
  })

  it('are the false parts of an and, not the true ones', () => {
    expect(named(part('a and b', false, [part('a', true), part('b', false)]))).toEqual(['b'])
  })

  it('are all parts of an or', () => {
    const or = part('a or b', false, [part('a', false), part('b', false)])
    expect(named(part('c and (a or b)', false, [part('c', true), or]))).toEqual(['a', 'b'])
  })

  it('is what is true below a not', () => {
    expect(named(part('not a', false, [part('a', true)]))).toEqual(['a'])
  })

  it('is what can not be told where that decided', () => {
    expect(named(part('a and b', 'unknown', [part('a', 'unknown'), part('b', true)]))).toEqual(['a'])
  })
})

describe('the reason of a part', () => {
  it('is what decided, without the part and its result', () => {
    expect(shortReason("path('/a')", "path('/a') is false: the path was /b: c")).toBe('the path was /b: c')
  })

  it.each(['', 'the loop was cut', "path('/a') is true"])('stays as it is in another form: %j', reason => {
    expect(shortReason("path('/a')", reason)).toBe(reason)
  })
})
