import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { indexFields, indexListed, isWithin, overlaps } from './field-path.ts'

const name = fc.constantFrom('a', 'b', 'lines', '0', '7')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.join('.'))
const paths = fc.array(path, { maxLength: 5 })
const inside = (one: string, outer: string) => one === outer || one.startsWith(`${outer}.`)

describe('an index of paths', () => {
  it('answers as if each path were asked', () => {
    fc.assert(
      fc.property(paths, path, (known, asked) => {
        const index = indexFields(known)
        expect(index.covers(asked)).toBe(known.some(each => isWithin(asked, each) || inside(asked, each)))
        expect(index.touches(asked)).toBe(
          known.some(each => overlaps(asked, each) || inside(asked, each) || inside(each, asked)),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('knows a field whose name is a number', () => {
    expect(indexFields(['5']).covers('5.inner')).toBe(true)
    expect(indexFields(['lines.price']).covers('lines.3.price')).toBe(true)
  })

  it('minds the positions of a list that has some', () => {
    const index = indexListed(['years.2024', 'lines.price'])
    expect(['years.2024.q1', 'lines.0.price'].every(index.covers)).toBe(true)
    expect(['years.2023', 'lines.0.cost', 'years'].some(index.covers)).toBe(false)
    expect(['years', 'lines'].every(index.touches)).toBe(true)
  })

  it('takes no longer for many paths than for one', () => {
    const many = indexFields(Array.from({ length: 10_000 }, (_, at) => `field${at}.inner`))
    const begin = performance.now()
    for (let at = 0; at < 20_000; at += 1) many.touches(`other${at}.inner.x`)
    expect(performance.now() - begin).toBeLessThan(2_000)
  })
})
