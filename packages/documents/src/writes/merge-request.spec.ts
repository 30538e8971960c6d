import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { mergeIntoDocument, mergeIntoUpdate } from './merge-request.ts'
import { readUpdate } from './read-update.ts'

describe('merging the fields of a permission', () => {
  it('sets them in a document, inside what is there and over what is in the way', () => {
    expect(
      mergeIntoDocument({ a: 1, log: { at: 1, by: 'eve' }, flat: 5 }, { a: 2, 'log.by': 'ada', 'flat.x': 1 }),
    ).toEqual({
      a: 2,
      log: { at: 1, by: 'ada' },
      flat: { x: 1 },
    })
    expect(mergeIntoDocument({ a: 1 }, undefined)).toEqual({ a: 1 })
  })

  it('lets what names them in an update give way', () => {
    const merged = mergeIntoUpdate(
      { $set: { owner: 'eve', 'owner.x': 1, n: 1 }, $unset: { owner: 1 }, $inc: { count: 1 } },
      { owner: 'ada' },
    )
    expect(merged).toEqual({ kind: 'update', update: { $set: { n: 1, owner: 'ada' }, $inc: { count: 1 } } })
  })

  it('takes them into the value of a field around them', () => {
    expect(mergeIntoUpdate({ $set: { log: { by: 'eve', at: 1 } } }, { 'log.by': 'ada' })).toEqual({
      kind: 'update',
      update: { $set: { log: { by: 'ada', at: 1 } } },
    })
  })

  it.each<Record<string, Document>>([
    { $unset: { log: 1 } },
    { $rename: { log: 'other' } },
    { $rename: { other: 'log' } },
    { $rename: { 'log.by': 'other' } },
    { $set: { log: 5 } },
    { $push: { log: { by: 'eve' } } },
    { $setOnInsert: { log: {} } },
  ])('refuses what would move, remove or rewrite a field around them: %j', update => {
    expect(mergeIntoUpdate(update, { 'log.by': 'ada' })).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('leaves no operator of the request with a path that could touch them', () => {
    const operator = fc.constantFrom('$set', '$unset', '$inc', '$push', '$pull', '$min', '$rename', '$currentDate')
    const path = fc.constantFrom('owner', 'owner.name', 'owner.name.first', 'own', 'ownership', 'a', 'owner.x')
    const operands = fc.dictionary(path, fc.constantFrom<unknown>(1, 'owner.name', { name: 'eve' }, 'b'))
    fc.assert(
      fc.property(fc.dictionary(operator, operands), update => {
        const merged = mergeIntoUpdate(update, { 'owner.name': 'ada' })
        if (merged.kind === 'refuse') return
        const { $set = {}, ...others } = merged.update
        const touched = Object.values(others).flatMap(fields => Object.keys(fields))
        expect(touched.filter(name => /^owner$|^owner\.name(?:\.|$)/.test(name))).toEqual([])
        const fixed = $set['owner.name'] ?? ($set.owner as Document | undefined)?.name
        expect(fixed).toBe('ada')
      }),
    )
  })
})

describe('reading the body of a PATCH', () => {
  const visible = { hidden: [] }

  it('puts plain and dotted fields beside the operators', () => {
    expect(readUpdate({ a: 1, 'b.c': 2, $set: { d: 3 }, $inc: { n: 1 }, _id: 5, _etag: 6 }, visible)).toEqual({
      kind: 'update',
      update: { $set: { a: 1, 'b.c': 2, d: 3 }, $inc: { n: 1 } },
    })
  })

  it.each<Document>([
    { $bit: { a: { and: 1 } } },
    { $where: '1' },
    { $set: 'a' },
    { $set: { 'a.$[].b': 1 } },
    { '': 1 },
    { 'a..b': 1 },
    { $unset: { _etag: 1 } },
    { $rename: { a: '_id' } },
    { $set: { '_id.x': 1 } },
  ])('refuses %j', body => {
    expect(readUpdate(body, visible)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('lets no operator tell what is hidden', () => {
    const hidden = { hidden: ['pay', 'lines.cost'] }
    for (const body of [
      { $rename: { pay: 'seen' } },
      { $rename: { lines: 'seen' } },
      { $pull: { lines: { cost: { $gt: 1 } } } },
      { $pull: { pay: 5 } },
      { $addToSet: { lines: { sku: 'x', cost: 5 } } },
      { $max: { lines: [{ cost: 5 }] } },
      { $min: { 'lines.0': { cost: 5 } } },
      { $push: { lines: { $each: [], $sort: { cost: 1 } } } },
      { $push: { lines: { $each: [], $sort: 1 } } },
    ]) {
      expect(readUpdate(body, hidden)).toMatchObject({ code: 'FIELD_HIDDEN' })
    }
    expect(readUpdate({ pay: 5, $inc: { 'lines.0.cost': 1 } }, hidden)).toMatchObject({ kind: 'update' })
  })
})
