import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readPath } from '../values/property-path.ts'
import type { JoinKey } from './app-model.ts'
import type { ParentHole } from './hole.ts'
import { distribute, groupParents, splitRequests } from './join-batch.ts'

const equal: JoinKey = { field: 'ref', operator: '$eq', hole: { kind: 'fk', of: 'parent', path: ['own'] } }
const among: JoinKey = { field: 'tags.name', operator: '$in', hole: { kind: 'fk', of: 'parent', path: ['wanted'] } }

const ownValue = ({ path }: ParentHole, parent: unknown) => readPath(parent, path)

const value = fc.constantFrom<unknown>('a', 'b', 1, '1', null, undefined)
const tags = fc.oneof(fc.array(fc.record({ name: value }), { maxLength: 3 }), fc.record({ name: value }))
const documents = fc.array(fc.record({ ref: fc.oneof(value, fc.array(value, { maxLength: 2 })), tags }), {
  maxLength: 8,
})
const parents = fc.array(fc.record({ own: value, wanted: fc.oneof(value, fc.array(value, { maxLength: 3 })) }), {
  maxLength: 8,
})

const isGiven = (each: unknown) => each !== null && each !== undefined
const namesOf = (each: unknown): unknown[] => [each as unknown[]].flat().map(tag => (tag as { name: unknown }).name)

describe('a batch of joins', () => {
  it('gives each parent the documents that a query of its own would find, in order', () => {
    fc.assert(
      fc.property(documents, parents, (found, asking) => {
        const requests = groupParents([equal, among], asking, ownValue)
        const shares = new Map(
          splitRequests(requests, 1000).flatMap(batch =>
            [
              ...distribute([equal, among], batch, batch.length === 1 ? alone(found, batch[0]!.parents[0]) : found),
            ].flatMap(([request, share]) => request.parents.map(parent => [parent, share] as const)),
          ),
        )
        for (const parent of asking) expect(shares.get(parent) ?? []).toEqual(alone(found, parent))
      }),
    )
  })

  it('never splits the values of one parent, and asks for 1,000 values at most otherwise', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => `${length}-${at}`)
    const requests = groupParents(
      [among],
      [{ wanted: list(600) }, { wanted: list(500) }, { wanted: list(2000) }, { wanted: 'x' }],
      ownValue,
    )
    expect(splitRequests(requests, 1000).map(batch => batch.length)).toEqual([1, 1, 1, 1])
    const many = Array.from({ length: 2500 }, (_, at) => ({ own: at }))
    expect(splitRequests(groupParents([equal], many, ownValue), 1000).map(batch => batch.length)).toEqual([
      1000, 1000, 500,
    ])
  })
})

function alone(found: { ref?: unknown; tags?: unknown }[], parent: unknown) {
  const { own, wanted } = parent as { own: unknown; wanted: unknown }
  const names: unknown[] = [wanted as unknown[]].flat().filter(isGiven)
  if (!isGiven(own) || names.length === 0) return []
  return found.filter(each => {
    const matches = each.ref === own || (Array.isArray(each.ref) && each.ref.includes(own))
    return matches && namesOf(each.tags).some(name => names.includes(name))
  })
}
