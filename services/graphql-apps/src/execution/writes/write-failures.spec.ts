import { describe, expect, it } from '@jest/globals'
import { compilePermissions } from '@sluice/access'
import { type Document, DuplicateKeyError, StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import { prepareDocument } from '../../domain/plan/prepare-document.ts'
import { openRulings } from '../../domain/rulings.ts'
import { mutationShop } from '../../testing/mutation-shop.ts'
import type { WritableCollection } from '../document-writer.ts'
import { runOperation } from '../run-operation.ts'

const app = mutationShop()
const caller = { user: undefined, roles: [], isRoot: false, now: new Date(0) }

type FailingDocuments = Partial<WritableCollection['documents']>
type FailingPorts = { documents: FailingDocuments; found?: readonly Document[]; controller?: AbortController }

/** Runs a mutation on a store that answers as the test says. */
async function run(text: string, { documents, found = [], controller = new AbortController() }: FailingPorts) {
  const prepared = prepareDocument(app, text)
  if (prepared.kind === 'failed') throw prepared.errors[0]
  const broken: unknown[] = []
  const { json, errors } = await runOperation(
    { app, prepared, variables: {}, operationName: undefined, caller, signal: controller.signal },
    {
      read: {
        find: async ({ limit }) => found.slice(0, limit),
        aggregate: async () => [],
        indexFor: async () => undefined,
      },
      write: async () => ({ documents: documents as WritableCollection['documents'], schema: undefined }),
      hidden: () => [],
      open: openRulings(() => []),
      access: () => ({ acl: compilePermissions([]).acl, pathOf: () => '' }),
      onBroken: error => void broken.push(error),
    },
  )
  const told = errors.map(({ extensions, message }) => ({ code: extensions.code, message }))
  return { json, errors: told, broken }
}

const rejecting = (error: Error): FailingDocuments => ({ insertOne: () => Promise.reject(error) })
const add = 'mutation { addId(id: "1") }'

describe('a mutation that fails', () => {
  it('says that nobody knows whether it was made when the store was lost', async () => {
    const { json, errors } = await run(add, {
      documents: rejecting(new StoreUnavailableError('mongo-7:27017 is gone')),
    })
    expect(json).toBe('{"addId":null}')
    expect(errors).toEqual([{ code: 'UNAVAILABLE', message: expect.stringContaining('not known') }])
    expect(errors[0]?.message).not.toContain('mongo-7')
  })

  it('hides what the store says of values', async () => {
    const { errors } = await run(add, { documents: rejecting(new DuplicateKeyError('E11000 {secret: "s1"}')) })
    expect(errors).toEqual([{ code: 'CONFLICT', message: expect.not.stringContaining('s1') }])
  })

  it('is TIMEOUT when the store took too long', async () => {
    const { errors } = await run(add, { documents: rejecting(new StoreTimeoutError('x')) })
    expect(errors).toEqual([{ code: 'TIMEOUT', message: expect.stringContaining('not known') }])
  })

  it('is INTERNAL, and in the log, when nobody expected it', async () => {
    const bug = new TypeError('secret detail')
    const { errors, broken } = await run(add, { documents: rejecting(bug) })
    expect([errors, broken]).toEqual([[{ code: 'INTERNAL', message: expect.not.stringContaining('secret') }], [bug]])
  })

  it('tells how far it came when its time ends between two batches', async () => {
    const controller = new AbortController()
    const documents: FailingDocuments = {
      deleteMany: async () => {
        controller.abort()
        return 500
      },
    }
    const found = Array.from({ length: 900 }, (_, _id) => ({ _id }))
    const { errors } = await run('mutation { clear }', { documents, found, controller })
    expect(errors).toEqual([{ code: 'TIMEOUT', message: expect.stringContaining('At least 500 of 900') }])
  })

  it('writes nothing for a caller who has gone', async () => {
    const controller = new AbortController()
    controller.abort()
    const { errors } = await run(add, { documents: {}, controller })
    expect(errors).toMatchObject([{ code: 'TIMEOUT' }])
  })

  it('looks again when the document it found is gone, but not for ever', async () => {
    let tries = 0
    const gone: FailingDocuments = {
      async findOneAndUpdate() {
        tries += 1
        return undefined
      },
    }
    const { errors } = await run('mutation { setFirst(status: "open") { _id } }', {
      documents: gone,
      found: [{ _id: 1 }],
    })
    expect([tries, errors]).toEqual([5, [{ code: 'CONFLICT', message: expect.stringContaining('5 times') }]])
  })

  it('never makes a document of one that was found and is gone', async () => {
    const asked: unknown[] = []
    const documents: FailingDocuments = {
      async findOneAndUpdate(filter, _update, options) {
        asked.push([filter, options?.upsert])
        return undefined
      },
    }
    await run('mutation { upsertItem(item: "i") }', { documents, found: [{ _id: 7 }] })
    expect(asked[0]).toEqual([{ $and: [{ _id: 7 }, { item: { $eq: 'i' } }] }, false])
  })
})
