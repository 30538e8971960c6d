import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { byId, faultsOf, orders, remove, tiers, writeFaults } from '../../testing/mutation-faults.ts'
import { compileApp } from '../compile-app.ts'

describe('the check of a mutation', () => {
  it.each<[string, string, Document]>([
    ['one', 'insertOne', { document: { item: { $arg: 'text' }, deep: { list: [{ $arg: 'status' }, 1] } } }],
    ['raw', 'insertOne', { document: { $arg: 'any' }, readOnly: ['owner', 'a.b'] }],
    ['list', 'insertMany', { documents: { $arg: 'patches' } }],
    ['count', 'insertMany', { documents: [{ $arg: 'any' }, { item: { $arg: ['status', 'new'] } }] }],
    ['id', 'updateOne', { ...byId, update: { $set: { $arg: 'patch' } }, upsert: true, readOnly: ['owner'] }],
    ['any', 'updateMany', { filter: {}, all: true, update: { $unset: { a: '' } }, maxAffected: 5, onNoMatch: 'error' }],
    ['count', 'updateMany', { filter: { city: { $arg: 'filled.city' } }, update: { $set: { a: 1 } } }],
    ['one', 'replaceOne', { ...byId, replacement: { $arg: 'patch' }, upsert: true }],
    ['one', 'deleteOne', { filter: {} }],
    ['count', 'deleteMany', { filter: { status: { $arg: 'preset' } } }],
    ['count', 'deleteMany', { filter: { $arg: 'filled' } }],
    ['count', 'deleteMany', { filter: { $or: [{ a: { $arg: 'status' } }, { b: { $arg: 'text' } }] } }],
  ])('lets a good one pass: %s by %s', (field, method, rest) => {
    expect(writeFaults(field, method, rest)).toEqual([])
  })

  it.each<[string, unknown, string, RegExp]>([
    ['a text', 'orders', '', /is an object/],
    ['a query', { ...orders, find: {} }, '.find', /not known in a mutation/],
    ['no write', orders, '', /needs one of insertOne/],
    ['two writes', { ...orders, ...remove, insertOne: { document: {} } }, '', /one write, and there are 2/],
    ['no database', { collection: 'orders', ...remove }, '.db', /missing/],
    ['another database', { ...orders, db: 'other', ...remove }, '.db', /"sluice"/],
    ['a number for a collection', { db: 'sluice', collection: 5, ...remove }, '.collection', /as text/],
    ['the users', { db: 'sluice', collection: 'users', ...remove }, '.collection', /can not be written/],
    ['the ACL', { db: 'sluice', collection: 'acl', ...remove }, '.collection', /can not be written/],
    ['the apps', { db: 'sluice', collection: 'gql-apps', ...remove }, '.collection', /can not be written/],
    ['the keys', { db: 'sluice', collection: 'apiKeys', ...remove }, '.collection', /can not be written/],
    ['the webhooks', { db: 'sluice', collection: 'webhookLogs', ...remove }, '.collection', /can not be written/],
    ['an inner collection', { db: 'sluice', collection: '_collections', ...remove }, '.collection', /written/],
    ['a raw command', { ...orders, runCommand: {} }, '.runCommand', /not known/],
    ['a bulk write', { ...orders, bulkWrite: [] }, '.bulkWrite', /not known/],
    ['a method that is no object', { ...orders, deleteOne: [] }, '.deleteOne', /is an object of filter/],
  ])('refuses %s', (...[, mapping, path, message]) => {
    expect(faultsOf('one', mapping)).toContainEqual({
      path: `mappings.Mutation.one${path}`,
      message: expect.stringMatching(message),
    })
  })

  it('lets an app of the dedicated tier write the users of a database that is not the default one', () => {
    const users = (db: string) => faultsOf('one', { db, collection: 'users', ...remove }, { tier: 'dedicated' })
    expect(users('shop')).toEqual([])
    expect(users('sluice')).toHaveLength(1)
    expect(users('admin')).toHaveLength(1)
  })

  it.each<[string, string, string, Document, string, RegExp]>([
    ['an unknown key', 'one', 'deleteOne', { ...byId, sort: {} }, '.sort', /not known in deleteOne/],
    ['a cap on one', 'one', 'updateOne', { ...byId, maxAffected: 1 }, '.maxAffected', /not known in updateOne/],
    ['no filter', 'one', 'deleteOne', {}, '.filter', /missing/],
    ['a filter that is no object', 'one', 'deleteOne', { filter: 5 }, '.filter', /is an object/],
    ['an operator in a filter', 'one', 'deleteOne', { filter: { $where: 'true' } }, '.filter.$where', /not allowed/],
    ['$fk in a filter', 'one', 'deleteOne', { filter: { a: { $fk: 'b' } } }, '.filter.a.$fk', /no parent/],
    ['an empty filter', 'count', 'deleteMany', { filter: {} }, '.filter', /hits every document.*"all": true/],
    ['an optional argument', 'count', 'deleteMany', { filter: { a: { $arg: 'status' } } }, '.filter', /left out/],
    ['an optional object', 'count', 'deleteMany', { filter: { a: { $arg: 'where.city' } } }, '.filter', /left out/],
    ['a whole optional filter', 'count', 'deleteMany', { filter: { $arg: 'where' } }, '.filter', /left out/],
    ['an empty branch', 'count', 'deleteMany', { filter: { $or: [{}, { a: 1 }] } }, '.filter', /every document/],
    [
      'a branch that can go',
      'count',
      'deleteMany',
      { filter: { $or: [{ a: { $arg: 'text' }, b: { $arg: 'status' } }] } },
      '.filter',
      /left out/,
    ],
    ['all that is no flag', 'count', 'deleteMany', { filter: { a: 1 }, all: 'yes' }, '.all', /true or false/],
    ['a cap of 0', 'count', 'deleteMany', { filter: { a: 1 }, maxAffected: 0 }, '.maxAffected', /above 0/],
    [
      'a cap from outside',
      'count',
      'deleteMany',
      { filter: { a: 1 }, maxAffected: { $arg: 'n' } },
      '.maxAffected',
      /0/,
    ],
    [
      'upsert from outside',
      'one',
      'replaceOne',
      { ...byId, replacement: {}, upsert: { $arg: 'n' } },
      '.upsert',
      /true/,
    ],
    ['another onNoMatch', 'one', 'deleteOne', { ...byId, onNoMatch: 'null' }, '.onNoMatch', /"error"/],
    ['readOnly as a text', 'one', 'insertOne', { document: {}, readOnly: 'a' }, '.readOnly', /list of paths/],
    ['an operator in readOnly', 'one', 'insertOne', { document: {}, readOnly: ['$a'] }, '.readOnly.0', /"\$a"/],
    [
      'an upsert by a protected field',
      'one',
      'updateOne',
      { filter: { $or: [{ owner: { $arg: 'id' } }] }, update: { $set: { a: 1 } }, upsert: true, readOnly: ['owner'] },
      '.filter',
      /"owner" is readOnly/,
    ],
    [
      'an upsert by a whole filter with a protected field',
      'one',
      'replaceOne',
      { filter: { $arg: 'filled' }, replacement: {}, upsert: true, readOnly: ['city'] },
      '.filter',
      /"city" is readOnly/,
    ],
    ['no document', 'one', 'insertOne', {}, '.document', /an object, or/],
    ['a list as a document', 'one', 'insertOne', { document: [] }, '.document', /an object, or/],
    ['an operator as a field', 'one', 'insertOne', { document: { $set: 1 } }, '.document.$set', /begins with "\$"/],
    ['a field with a dot', 'one', 'insertOne', { document: { 'a.b': 1 } }, '.document.a.b', /dot/],
    ['a prototype', 'one', 'insertOne', { document: { a: { constructor: 1 } } }, '.document.a.constructor', /constr/],
    ['an etag', 'one', 'insertOne', { document: { _etag: 1 } }, '.document._etag', /by the service alone/],
    ['an unknown argument', 'one', 'insertOne', { document: { a: { $arg: 'no' } } }, '.document.a.$arg', /no argument/],
    ['$fk in a document', 'one', 'insertOne', { document: { a: { $fk: 'b' } } }, '.document.a.$fk', /no parent/],
    [
      'a default with an operator',
      'one',
      'insertOne',
      { document: { a: { $arg: ['any', { $ne: 1 }] } } },
      '.document.a',
      /default can not stand here/,
    ],
    ['a text as a document', 'one', 'insertOne', { document: { $arg: 'status' } }, '.document', /input object/],
    ['a list of texts', 'count', 'insertMany', { documents: { $arg: 'many' } }, '.documents', /input object/],
    ['one document as many', 'count', 'insertMany', { documents: { $arg: 'any' } }, '.documents', /list is needed/],
    ['no documents', 'count', 'insertMany', { documents: [] }, '.documents', /list of objects/],
    ['a pipeline', 'one', 'updateOne', { ...byId, update: [{ $set: {} }] }, '.update', /object of update operators/],
    ['a whole update', 'one', 'updateOne', { ...byId, update: { $arg: 'any' } }, '.update', /update operators/],
    [
      'an argument in a protected field',
      'one',
      'insertOne',
      { document: { owner: { $arg: 'status' } }, readOnly: ['owner'] },
      '.document.owner',
      /readOnly/,
    ],
  ])('refuses %s inside a write', (...[, field, method, rest, path, message]) => {
    expect(writeFaults(field, method, rest)).toContainEqual({
      path: `mappings.Mutation.${field}.${method}${path}`,
      message: expect.stringMatching(message),
    })
  })

  it.each<[string, string, Document]>([
    ['one', 'updateMany', { filter: { a: 1 }, update: { $set: { b: 1 } } }],
    ['list', 'updateMany', { filter: { a: 1 }, update: { $set: { b: 1 } } }],
    ['id', 'deleteMany', { filter: { a: 1 } }],
    ['one', 'insertMany', { documents: { $arg: 'anys' } }],
    ['id', 'insertMany', { documents: { $arg: 'anys' } }],
    ['list', 'insertOne', { document: {} }],
    ['list', 'deleteOne', byId],
    ['float', 'deleteOne', byId],
    ['ids', 'deleteOne', byId],
  ])('refuses %s as what comes out of %s', (field, method, rest) => {
    expect(writeFaults(field, method, rest)).toEqual([
      { path: `mappings.Mutation.${field}`, message: expect.stringMatching(`^${method} can not give`) },
    ])
  })

  it('names all faults at once', () => {
    const both = faultsOf('one', { ...orders, deleteOne: { nope: 1 }, insertOne: { document: { $a: 1 } } })
    const inside = ['', '.deleteOne.filter', '.deleteOne.nope', '.insertOne.document.$a']
    expect(both.map(({ path }) => path).toSorted()).toEqual(inside.map(path => `mappings.Mutation.one${path}`))
  })

  it('names all faults of a write at once', () => {
    const paths = writeFaults('list', 'updateMany', {
      filter: { $where: 1, a: { $arg: 'no' } },
      update: { $foo: 1, $set: { _id: 1, b: { $bad: 1 } } },
      upsert: 1,
      nope: 1,
    }).map(({ path }) => path.replace('mappings.Mutation.list', ''))
    const inside = ['nope', 'filter.$where', 'filter.a.$arg', 'update.$foo', 'update.$set._id', 'update.$set.b.$bad']
    expect(paths.toSorted()).toEqual(['', ...[...inside, 'upsert'].map(path => `.updateMany.${path}`)].toSorted())
  })

  it.each<[string, string, RegExp]>([
    ['no mapping', 'type Query { a: Int } type Mutation { m: Int }', /no mapping/],
    ['the type of queries', 'schema { query: M mutation: M } type M { m: Int }', /type of queries|must be different/],
    ['a way into it', 'type Query { a: M } type M { m: Int } schema { query: Query mutation: M }', /only a mutation/],
    ['a union with it', 'type Query { a: Int } union U = Mutation type Mutation { m: Int }', /union/],
  ])('refuses a type of mutations with %s', (_, sdl, message) => {
    const result = compileApp({ descriptor: { name: 'x', enabled: true }, schema: sdl, mappings: {} }, tiers.shared)
    const messages = result.kind === 'faulty' ? result.faults.map(fault => fault.message) : []
    expect(messages).toContainEqual(expect.stringMatching(message))
  })

  it('refuses a write where a query belongs', () => {
    const result = compileApp(
      {
        descriptor: { name: 'x', enabled: true },
        schema: 'type Query { a: [O] } type O { b: O }',
        mappings: { Query: { a: { ...orders, ...remove } }, O: { b: { ...orders, ...remove } } },
      },
      tiers.shared,
    )
    const paths = result.kind === 'faulty' ? result.faults.map(fault => fault.path) : []
    expect(paths).toEqual(['mappings.Query.a.deleteOne', 'mappings.O.b.deleteOne'])
  })
})
