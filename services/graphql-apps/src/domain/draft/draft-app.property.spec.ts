import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MinKey, ObjectId, Timestamp } from 'bson'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { draft, faultsOf } from '../../testing/draft.ts'
import { completeSdl } from '../compile/complete-sdl.ts'

describe('a draft', () => {
  it('validates whatever documents a collection holds', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 12, unit: 'binary' }),
      fc.constantFrom(
        '_id',
        '__v',
        'a',
        'a b',
        'a-b',
        'a_b',
        'order',
        'orders',
        'orderId',
        'order_ids',
        'userId',
        'user',
        'sort',
        'limit',
        '0',
        'constructor',
        '__proto__',
        'toString',
        'password',
        'String',
        'Query',
        'type',
        'x'.repeat(300),
      ),
    )
    const leaf = fc.oneof(
      fc.anything({ withDate: true, withBigInt: true, maxDepth: 0 }),
      fc.constantFrom<unknown>(
        new ObjectId(),
        new Date(0),
        Long.MAX_VALUE,
        Decimal128.fromString('1'),
        new Binary(),
        new MinKey(),
        new Timestamp({ t: 1, i: 2 }),
        new BSONRegExp('a'),
        new Double(1),
        new Int32(1),
        null,
        [],
        {},
      ),
    )
    const { document } = fc.letrec<{ document: Document; value: unknown }>(tie => ({
      value: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        tie('document'),
      ),
      document: fc.dictionary(name, tie('value'), { maxKeys: 8 }),
    }))
    const documents = fc.array(document, { maxLength: 5 })
    const collection = fc.oneof(
      fc.constantFrom('orders', 'users', 'strings', 'query'),
      fc.string({ minLength: 1, unit: 'binary' }),
    )
    fc.assert(
      fc.property(collection, fc.tuple(documents, documents, documents), (own, [mine, orders, users]) => {
        const app = draft(own, { orders, users, [own]: mine })
        const faults = faultsOf(app).filter(({ path }) => !/\.(collection|db)$/.test(path))
        expect(faults).toEqual([])
        buildSchema(completeSdl(app.schema))
      }),
      { numRuns: 200 },
    )
  })

  it('stays small whatever the documents are', () => {
    const wide = (depth: number): Document =>
      Object.fromEntries(
        Array.from({ length: 90 }, (_, at) => [
          `${'f'.repeat(50)}${at}`,
          depth === 0 ? 1 : at < 30 ? wide(depth - 1) : 1,
        ]),
      )
    const app = draft('things', { things: [wide(2)] })
    expect(faultsOf(app)).toEqual([])
    expect(app.schema.length).toBeLessThan(200_000)
  })
})
