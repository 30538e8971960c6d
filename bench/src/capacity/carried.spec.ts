import { describe, expect, it } from '@jest/globals'
import { carried } from './carried.ts'

describe('what one core carries', () => {
  it('is by the median of the rounds, and says their spread', () => {
    const figure = carried('data', 'reads', [400, 500, 900])
    expect(figure).toMatchObject({ name: 'one core of data: reads', value: 2_000, detail: '500 µs each (400–900)' })
    expect(carried('data', 'reads', [500]).detail).toBe('500 µs each, in one window')
  })

  it.each([[[-155, 20, -3]], [[0]], [[Number.NaN]], [[]]])('is no figure where the costs are %p', costs => {
    expect(carried('MongoDB', 'deliveries', costs).value).toBeNaN()
  })
})
