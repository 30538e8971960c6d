import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { updateFaults } from '../../testing/mutation-faults.ts'

describe('the check of an update', () => {
  it('knows each operator', () => {
    const all = {
      $set: { a: { $arg: 'status' }, 'b.c': [{ $arg: 'n' }] },
      $unset: { d: '' },
      $inc: { e: { $arg: 'n' }, e2: 1.5 },
      $mul: { f: { $arg: 'big' } },
      $min: { g: { $arg: 'any' } },
      $max: { h: { $arg: 'n' } },
      $rename: { i: 'j' },
      $currentDate: { k: true, l: { $type: 'timestamp' } },
      $setOnInsert: { $arg: 'any' },
      $push: {
        m: { $arg: 'any' },
        n: { $each: { $arg: 'many' }, $slice: { $arg: ['n', -5] }, $position: 0, $sort: { at: -1 } },
        n2: { $each: [{ $arg: 'n' }], $sort: 1 },
      },
      $pull: { o: { $arg: 'any' }, p: { sku: { $arg: 'text' } }, q: { $gt: 5 }, r: { sku: 'x' }, s: 1 },
      $addToSet: { t: { $arg: 'text' }, u: { $each: ['a'] } },
      $pop: { v: 1, w: { $arg: 'n' } },
    }
    expect(updateFaults(all)).toEqual([])
  })

  it.each<[string, unknown, string, RegExp]>([
    ['an unknown operator', { $foo: { a: 1 } }, '.$foo', /not an update operator/],
    ['a field beside operators', { status: 1 }, '.status', /inside \$set/],
    ['no operator', {}, '', /at least one/],
    ['$bit', { $bit: { a: { and: 1 } } }, '.$bit', /not an update operator/],
    ['$pullAll', { $pullAll: { a: [1] } }, '.$pullAll', /not an update operator/],
    ['an operator on no object', { $set: 5 }, '.$set', /object of fields/],
    ['the fields of $inc from outside', { $inc: { $arg: 'any' } }, '.$inc', /mapping alone/],
    ['a patch from a text', { $set: { $arg: 'status' } }, '.$set', /input object/],
    ['a positional path', { $set: { 'a.$[].b': 1 } }, '.$set.a.$[].b', /"\$\[\]"/],
    ['the _id', { $set: { _id: 1 } }, '.$set._id', /service's own/],
    ['the _etag', { $unset: { _etag: 1 } }, '.$unset._etag', /service's own/],
    ['a name into the _id', { $rename: { a: '_id' } }, '.$rename.a', /service's own/],
    ['a name from outside', { $rename: { a: { $arg: 'text' } } }, '.$rename.a', /no argument/],
    ['a date from outside', { $currentDate: { a: { $arg: 'n' } } }, '.$currentDate.a', /no argument/],
    ['another date', { $currentDate: { a: 5 } }, '.$currentDate.a', /takes true/],
    ['a flag for $unset', { $unset: { a: { $arg: 'n' } } }, '.$unset.a', /no argument/],
    ['a text for $inc', { $inc: { a: { $arg: 'status' } } }, '.$inc.a', /Int, Float, Long, Decimal128 is needed/],
    ['a fixed text for $inc', { $inc: { a: 'x' } }, '.$inc.a', /number/],
    ['a text for $pop', { $pop: { a: { $arg: 'text' } } }, '.$pop.a', /Int is needed/],
    ['another end for $pop', { $pop: { a: 2 } }, '.$pop.a', /last element/],
    ['a field twice', { $set: { a: 1 }, $inc: { a: 1 } }, '.$inc.a', /\$set changes "a" already/],
    ['a field inside another', { $set: { 'a.b': 1 }, $push: { a: 1 } }, '.$set.a.b', /\$push changes "a" as a whole/],
    ['a name that is changed', { $rename: { b: 'a' }, $set: { a: 1 } }, '.$set.a', /\$rename changes "a"/],
    ['an operator in a value', { $set: { a: { $ne: 1 } } }, '.$set.a.$ne', /begins with "\$"/],
    ['a modifier without $each', { $push: { a: { $slice: 1 } } }, '.$push.a', /beside \$each/],
    ['an unknown modifier', { $push: { a: { $each: [], $foo: 1 } } }, '.$push.a.$foo', /can not stand in \$push/],
    ['a modifier of $addToSet', { $addToSet: { a: { $each: [], $slice: 1 } } }, '.$addToSet.a.$slice', /but \$each/],
    ['one value for $each', { $push: { a: { $each: { $arg: 'text' } } } }, '.$push.a.$each', /needs a list/],
    ['a text for $slice', { $push: { a: { $each: [], $slice: { $arg: 'text' } } } }, '.$push.a.$slice', /Int/],
    ['a sort from outside', { $push: { a: { $each: [], $sort: { $arg: 'n' } } } }, '.$push.a.$sort', /mapping alone/],
    ['a sort by text', { $push: { a: { $each: [], $sort: 'up' } } }, '.$push.a.$sort', /1, -1/],
    ['an operator of a $pull', { $pull: { a: { $gt: { $arg: 'n' } } } }, '.$pull.a', /\$pull takes/],
    ['$where in a $pull', { $pull: { a: { $where: 'true' } } }, '.$pull.a', /\$where/],
    ['a slow pattern in a $pull', { $pull: { a: { $regex: '(a+)+$' } } }, '.$pull.a', /repeats/],
  ])('refuses %s in an update', (...[, change, path, message]) => {
    expect(updateFaults(change)).toContainEqual({
      path: `mappings.Mutation.one.updateOne.update${path}`,
      message: expect.stringMatching(message),
    })
  })

  it.each<[string, Document]>([
    ['itself', { $set: { owner: { $arg: 'status' } } }],
    ['around it', { $set: { address: { $arg: 'any' } } }],
    ['inside it', { $set: { 'owner.name': { $arg: 'status' } } }],
    ['by a number', { $inc: { owner: { $arg: 'n' } } }],
    ['by elements', { $push: { owner: { $each: { $arg: 'many' } } } }],
    ['by a $pull', { $pull: { owner: { $arg: 'any' } } }],
    ['by a $pull of fields', { $pull: { owner: { a: { $arg: 'text' } } } }],
  ])('lets no argument write a readOnly field: %s', (_, change) => {
    expect(updateFaults(change, { readOnly: ['owner', 'address.zip'] })).toEqual([
      { path: expect.stringContaining('.update.$'), message: expect.stringContaining('is readOnly') },
    ])
    const fixed = { $set: { owner: 'me' }, $currentDate: { 'address.zip': true } }
    expect(updateFaults(fixed, { readOnly: ['owner', 'address.zip'] })).toEqual([])
  })
})
