import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { isWithin } from '../field-path.ts'
import { type FieldProjection, planProjection } from './projection-plan.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

const document: Document = {
  _id: 1,
  name: 'n',
  address: { city: 'c', zip: 'z', geo: { lat: 1 } },
  lines: [{ sku: 'x', cost: 1 }, { sku: 'y', cost: 2 }, 'plain'],
  grid: [[{ cost: 1, n: 1 }]],
}

const shape = (keys: FieldProjection | undefined, visibility: Visibility) =>
  planProjection(keys, visibility).shape(document)

/** Every path of a document at which a value stands, without positions in arrays. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(item => pathsOf(item, path))
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, item]) => pathsOf(item, path ? `${path}.${name}` : name))
  return path ? [path, ...inner] : inner
}

describe('planning a projection', () => {
  it('hides fields inside arrays of documents, however deep', () => {
    expect(shape(undefined, { hidden: ['lines.cost', 'grid.cost', 'address.geo'] })).toEqual({
      ...document,
      address: { city: 'c', zip: 'z' },
      lines: [{ sku: 'x' }, { sku: 'y' }, 'plain'],
      grid: [[{ n: 1 }]],
    })
  })

  it('shows listed fields and the _id alone', () => {
    expect(shape(undefined, visibilityOf({ projectResponse: { name: 1, 'lines.sku': 1 } }, []))).toEqual({
      _id: 1,
      name: 'n',
      lines: [{ sku: 'x' }, { sku: 'y' }],
    })
    expect(shape(undefined, visibilityOf({ projectResponse: { name: 1, _id: 0 } }, []))).toEqual({ name: 'n' })
    expect(shape(undefined, visibilityOf({ projectResponse: { _id: 1 } }, []))).toEqual({ _id: 1 })
  })

  it('cuts what was asked for by what is hidden', () => {
    expect(shape({ lines: 1, _id: 0 }, { hidden: ['lines.cost'] })).toEqual({
      lines: [{ sku: 'x' }, { sku: 'y' }, 'plain'],
    })
    expect(shape({ address: 0 }, { hidden: [], only: ['address', 'name'] })).toEqual({ _id: 1, name: 'n' })
  })

  it('leaves to the store what the store can say', () => {
    expect(planProjection(undefined, { hidden: [] })).toMatchObject({ isExact: true })
    expect(planProjection(undefined, { hidden: [] }).fields).toBeUndefined()
    expect(planProjection({ a: 0 }, { hidden: ['a.b', 'c'] })).toMatchObject({ fields: { a: 0, c: 0 }, isExact: true })
    expect(planProjection({ a: 1 }, { hidden: ['b'] })).toMatchObject({ fields: { _id: 1, a: 1 }, isExact: true })
    expect(planProjection({ a: 1 }, { hidden: ['a.b'] })).toMatchObject({ fields: { _id: 1, a: 1 }, isExact: false })
    expect(planProjection({ a: 0 }, { hidden: [], only: ['a', 'b'] })).toMatchObject({ isExact: false })
  })

  const path = fc.constantFrom(
    'name',
    'address',
    'address.city',
    'address.geo',
    'lines',
    'lines.cost',
    'grid.cost',
    '_id',
  )
  const paths = fc.uniqueArray(path, { maxLength: 4 })
  const keys = fc.option(
    fc
      .tuple(paths, fc.constantFrom<0 | 1>(0, 1))
      .map(([list, value]) => Object.fromEntries(list.map(name => [name, value]))),
    { nil: undefined },
  )

  it('never shows what is hidden, and shows a part of the document only', () => {
    fc.assert(
      fc.property(keys, paths, fc.option(paths, { nil: undefined }), (asked, hidden, only) => {
        const shown = planProjection(asked, { hidden, only }).shape(document)
        const visible = pathsOf(shown)
        expect(visible.filter(each => hidden.some(outer => isWithin(each, outer)))).toEqual([])
        expect(visible.every(each => pathsOf(document).includes(each))).toBe(true)
        if (only)
          expect(
            visible.every(
              each => each === '_id' || only.some(listed => isWithin(each, listed) || isWithin(listed, each)),
            ),
          ).toBe(true)
      }),
    )
  })

  it('sends nothing as it is that was asked by a name which only looks like a position', () => {
    const plan = planProjection({ 'years.2023': 1, _id: 0 }, { hidden: [], only: ['years.2024', 'years2'] })
    expect(plan.isExact).toBe(false)
    expect(plan.shape({ years: { 2023: 'hidden', 2024: 'shown' } })).toEqual({ years: {} })
  })

  it('changes nothing when it is done twice', () => {
    fc.assert(
      fc.property(keys, paths, (asked, hidden) => {
        const plan = planProjection(asked, { hidden })
        expect(plan.shape(plan.shape(document))).toEqual(plan.shape(document))
      }),
    )
  })
})
