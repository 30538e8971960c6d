import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { eventsBetween, type OfferMarks } from './offer-marks.ts'

const uris = fc.constantFrom('sluice://apps/a/schema', 'sluice://apps/b/schema', 'sluice://collections/c')
const marks: fc.Arbitrary<OfferMarks> = fc.record({
  tools: fc.constantFrom('t1', 't2'),
  prompts: fc.constantFrom('p1', 'p2'),
  resources: fc.array(fc.tuple(uris, fc.constantFrom('', 'm1', 'm2'))).map(entries => new Map(entries)),
})

describe('what a client is told of two offers', () => {
  it('is nothing where they are the same', () => {
    fc.assert(fc.property(marks, one => expect(eventsBetween(one, structuredClone(one))).toEqual([])))
  })

  it('names each list and each resource that is another one, once', () => {
    fc.assert(
      fc.property(marks, marks, (before, after) => {
        const events = eventsBetween(before, after)
        const kinds = events.map(({ kind }) => kind)
        expect(kinds.includes('tools_list_changed')).toBe(before.tools !== after.tools)
        expect(kinds.includes('prompts_list_changed')).toBe(before.prompts !== after.prompts)
        const listOf = ({ resources }: OfferMarks) => JSON.stringify([...resources.keys()].toSorted())
        expect(kinds.includes('resources_list_changed')).toBe(listOf(before) !== listOf(after))
        const updated = events.flatMap(event => (event.kind === 'resource_updated' ? [event.uri] : []))
        const all = new Set([...before.resources.keys(), ...after.resources.keys()])
        const changed = [...all].filter(uri => before.resources.get(uri) !== after.resources.get(uri))
        expect(updated.toSorted()).toEqual(changed.toSorted())
      }),
    )
  })
})
