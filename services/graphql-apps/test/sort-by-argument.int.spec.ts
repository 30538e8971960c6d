import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { CompiledApp } from '../src/domain/model/app-model.ts'
import type { HoleCaller } from '../src/domain/model/hole.ts'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const SDL = `
  input By { rank: Int  name: Int  pages: Int  place: BsonDocument }
  interface Item { _id: Int  rank: Int  name: String  place: Place }
  interface Place { shelf: Int }
  type Hall implements Place { shelf: Int }
  type Book implements Item { _id: Int  rank: Int  name: String  place: Hall  pages: Int }
  type Disc implements Item { _id: Int  rank: Int  name: String  place: Hall  pages: Int  secret: Int }
  union Found = Book | Disc
  type Query {
    items(sort: BsonDocument, by: By): [Item]
    byInput(by: By): [Item]
    found(sort: BsonDocument): [Found]
  }
`
type SortedRun = { app?: CompiledApp; caller?: HoleCaller; permissions?: readonly Document[] }
const TELLS = { Book: 'field-exists(pages)', Disc: 'field-exists(length)' }
const from = (sort: string) => ({ db: 'sluice', collection: 'items', sort: { $arg: sort } })
const mappings: Record<string, Document> = {
  Item: { $typeResolver: TELLS },
  Found: { $typeResolver: TELLS },
  Place: { $typeResolver: { Hall: 'field-exists(shelf)' } },
  Book: { rank: 'at.rank', name: 'title' },
  Disc: { rank: 'at.rank' },
  Query: { items: from('sort'), byInput: from('by'), found: from('sort') },
}
const app = compileTestApp(SDL, mappings)
const ruled = compileTestApp(SDL, mappings, { access: 'collections' })

describeOnEachStore('a list of an interface or a union', runner => {
  beforeAll(async () => {
    await runner().load('items', [
      { _id: 1, at: { rank: 2 }, pages: 5, place: { shelf: 3 } },
      { _id: 2, at: { rank: 3 }, length: 7, place: { shelf: 1 } },
      { _id: 3, at: { rank: 1 }, pages: 9, place: { shelf: 2 } },
    ])
  })
  const ask = async (field: string, sort: Document, given: SortedRun = {}) => {
    const argument = field === 'byInput' ? 'by: $sort' : 'sort: $sort'
    const type = field === 'byInput' ? 'By' : 'BsonDocument'
    const inner = '... on Book { _id } ... on Disc { _id }'
    const query = `query($sort: ${type}) { them: ${field}(${argument}) { ${inner} } }`
    const { app: asked = app, ...options } = given
    const { text, errors } = await runner().run(asked, query, { variables: { sort }, ...options })
    const ids = JSON.parse(text ?? 'null').them?.map(({ _id }: Document) => _id)
    return { ids, errors }
  }

  describe('is sorted by argument', () => {
    it.each<[string, string, Document, number[]]>([
      ['a field that the interface has', 'items', { rank: 1 }, [3, 1, 2]],
      ['that field backwards', 'items', { rank: -1 }, [2, 1, 3]],
      ['it, from an input object', 'byInput', { rank: 1 }, [3, 1, 2]],
      ['a field of an interface inside of it', 'items', { 'place.shelf': 1 }, [2, 3, 1]],
      ['a field that all types of a union have', 'found', { pages: -1, _id: 1 }, [3, 1, 2]],
    ])('by %s', async (...[, field, sort, ids]) => {
      expect(await ask(field, sort)).toEqual({ ids, errors: [] })
    })
  })

  describe('BAD_USER_INPUT', () => {
    it.each<[string, string, Document]>([
      ['a field that the interface does not have', 'items', { pages: 1 }],
      ['a field that is stored elsewhere for one of its types', 'items', { name: 1 }],
      ['a field that one type of a union does not have', 'found', { secret: 1 }],
      ['a name that no type has', 'found', { 'at.rank': 1 }],
    ])('by %s', async (_, field, sort) => {
      const { ids, errors } = await ask(field, sort)
      expect(ids).toBeUndefined()
      expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringContaining('can not sort by') }])
    })
  })

  describe('FORBIDDEN', () => {
    const permission = (projectResponse?: Document) => ({
      _id: 'reads',
      roles: ['reader'],
      predicate: "path-prefix('/items')",
      priority: 1,
      ...(projectResponse ? { mongo: { projectResponse } } : {}),
    })
    const caller = { user: { _id: 'ann' }, roles: ['reader'], isRoot: false, now: new Date(0) }

    it('by a property that the caller can not see, whatever the interface calls it', async () => {
      const open = await ask('items', { rank: 1 }, { app: ruled, caller, permissions: [permission()] })
      expect(open).toEqual({ ids: [3, 1, 2], errors: [] })
      const hidden = await ask('items', { rank: 1 }, { app: ruled, caller, permissions: [permission({ at: 0 })] })
      expect(hidden).toMatchObject({ ids: undefined, errors: [{ code: 'FORBIDDEN' }] })
    })
  })
})
