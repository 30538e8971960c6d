import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { sparkBars } from './spark-bars.ts'

const BOX = { width: 96, height: 24 }
const bar = fc.record({ up: fc.nat(1_000_000), down: fc.nat(1_000_000) })

describe('the bars of a spark line', () => {
  it('stay inside of their box, and show each count that is not zero', () => {
    fc.assert(
      fc.property(fc.array(bar, { maxLength: 48 }), bars => {
        const { shapes } = sparkBars(bars, BOX)
        for (const { x, y, width, height } of shapes) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(BOX.width + 1)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y + height).toBeLessThanOrEqual(BOX.height + 0.001)
        }
        const counts = bars.flatMap(({ up, down }) => [up, down]).filter(count => count > 0)
        expect(shapes).toHaveLength(counts.length)
      }),
    )
  })

  it('lie above the line where nothing has failed', () => {
    const { line, shapes } = sparkBars([{ up: 4, down: 0 }], BOX)
    expect(line).toBe(23)
    expect(shapes).toMatchObject([{ side: 'up', y: 0, height: 23 }])
  })
})
