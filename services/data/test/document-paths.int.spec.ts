import { afterAll, describe, expect, it } from '@jest/globals'
import { decodeDocument, findIdFault, formatDocument, formatPathId, parseDocumentJson } from '@sluice/documents'
import { arbitraryId, arbitraryText } from '@sluice/documents/testing'
import { serialize } from 'bson'
import fc from 'fast-check'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import { aliasesOf } from '../src/testing/path-aliases.ts'

const RUNS = 30
const ALIASES = 12
const BCRYPT = `$2b$10$${'a'.repeat(53)}`

/** A collection whose documents are named by their paths, and what a document in it needs besides its `_id`. */
type NamedCollection = {
  collection: 'things' | 'users' | 'acl'
  fields: object
  change: object
  naming?: { isTextOnly?: boolean; taken?: string[] }
}

const kinds: readonly NamedCollection[] = [
  { collection: 'things', fields: { n: 0 }, change: { n: 1 } },
  {
    collection: 'users',
    fields: { passwordHash: BCRYPT, roles: [] },
    change: { team: 'x' },
    naming: { isTextOnly: true },
  },
  {
    collection: 'acl',
    fields: { roles: ['r'], predicate: "path('/x')" },
    change: { description: 'x' },
    naming: { taken: ['explain'] },
  },
]

const name = fc.oneof(
  arbitraryText,
  fc.stringMatching(/^[A-Za-z0-9 ._-]{1,12}$/),
  fc.constantFrom('Admin', 'ADMIN', 'аdmin', 'ann ', 'A/B', 'ü', 'u\u0308', 'ann\u200b', 'x'.repeat(256)),
)
const anyId = fc.oneof({ weight: 3, arbitrary: arbitraryId }, { weight: 1, arbitrary: name })
/** What the gateway refuses in a path: separators and control characters, encoded once or twice. */
const REFUSED_BY_GATEWAY = /%(?:2f|5c|[01].|7f|25(?:2f|5c|2e|00))|\/\.{1,2}$/i
/** An id, and where among its other spellings to begin. */
type DrawnId = { id: unknown; pick: number }

const picked = (aliases: readonly string[], pick: number): readonly string[] => {
  const at = pick % Math.max(aliases.length, 1)
  return [...aliases.slice(at), ...aliases.slice(0, at)].slice(0, ALIASES)
}

const counts = { accepted: 0, refused: 0, taken: 0, aliases: 0, stored: 0 }

describeOnEachStore('the path of a document', {}, data => {
  const ask = (method: string, target: string, body?: unknown) => data().request(method, target, { body })
  const collectionOf = (collection: string) => data().platform.store.collection({ db: 'sluice', collection })

  /** Asks for a document at its path in every way, and at every other spelling of it; it is gone then. */
  async function lead(
    path: string,
    { id, pick }: DrawnId,
    { collection, fields, change, naming }: NamedCollection,
  ): Promise<void> {
    const pathOf = (document: unknown) => `/${collection}/${formatPathId((document as { _id: unknown })._id, naming)}`
    const read = async () => {
      const answer = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}jsonMode=canonical`)
      expect([path, answer.status, answer.text]).toEqual([path, 200, expect.anything()])
      return parsed(answer.text)
    }
    expect(path.split('?')[0]).not.toMatch(REFUSED_BY_GATEWAY)
    expect(pathOf(await read())).toBe(path)
    expect(await ask('PATCH', path, change)).toMatchObject({ status: 200 })
    expect(JSON.parse(formatDocument(await read()))).toMatchObject(change)
    const { passwordHash: _, ...replacement } = { passwordHash: '', ...fields }
    expect(await ask('PUT', path, replacement)).toMatchObject({ status: 200 })
    expect(JSON.parse(formatDocument(await read()))).not.toMatchObject(change)

    for (const alias of picked(aliasesOf(id), pick)) {
      const target = `/${collection}/${alias}`
      if (decodeURIComponent(target) === decodeURIComponent(path)) continue
      counts.aliases += 1
      const answer = await ask('GET', target)
      const isOther = answer.status === 200 && pathOf(parsed(answer.text)) !== path
      expect([target, isOther || [400, 404, 405].includes(answer.status)]).toEqual([target, true])
    }
    expect(await ask('DELETE', path)).toMatchObject({ status: 204 })
    expect(await ask('GET', path)).toMatchObject({ status: 404 })
  }

  /** The path that somebody finds who has nothing but a listing: he asks by `_id`, and is told another path, or served. */
  async function followListing(collection: string): Promise<string> {
    const listed = parsed((await ask('GET', `/${collection}?jsonMode=canonical&sort=-_etag&pagesize=1`)).text)
    const [{ _id: id }] = listed as [{ _id: unknown }]
    const target = `_id?id=${encodeURIComponent(formatDocument(id, 'canonical'))}`
    const answer = await ask('GET', `/${collection}/${target}`)
    if (answer.status === 200) return `/${collection}/${target}`
    const { detail } = answer.json as { detail: string }
    return `/${collection}/${/ends in (\S+)\.$/.exec(detail)?.[1]}`
  }

  it.each(kinds)(
    'is what its Location says in $collection, and no other; what has none is refused by name',
    async kind => {
      const { collection, fields } = kind
      await ask('PUT', '/things')
      await fc.assert(
        fc.asyncProperty(collection === 'users' ? name : anyId, fc.nat(), fc.boolean(), async (id, pick, isBulk) => {
          const document = `{"_id":${formatDocument(id, 'canonical')},${JSON.stringify(fields).slice(1)}`
          const answer = await ask('POST', `/${collection}`, isBulk ? `[${document}]` : document)
          if (answer.status === 201 || (answer.json as { inserted?: number }).inserted === 1) {
            counts.accepted += 1
            const path = answer.headers.location ?? (answer.json as { links: string[] }).links[0] ?? ''
            expect(await followListing(collection)).toBe(path)
            await lead(path, { id, pick }, kind)
          } else expectRefusal(answer)
        }),
        { numRuns: RUNS, examples: [[{ toString: [] }, 0, false]] },
      )
    },
  )

  function expectRefusal({ status, json }: { status: number; json: unknown }): void {
    const { code, errors = [] } = json as { code?: string; errors?: { path?: string; code?: string }[] }
    if (status === 207 || status === 409) {
      // Users and permissions of a list are judged one by one.
      counts.taken += 1
      expect(['CONFLICT', 'VALIDATION_FAILED']).toContain(code ?? errors[0]?.code)
      return
    }
    counts.refused += 1
    expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect([errors[0]?.path, json]).toEqual([expect.stringMatching(/^(?:0\.)?_id/), json])
  }

  it.each(kinds)('leads to what is stored in $collection already, whatever its _id', async kind => {
    const { collection, naming } = kind
    const stored = collection === 'things' ? arbitraryId : arbitraryText.filter(text => !/[:\p{Cc}]/u.test(text))
    await fc.assert(
      fc.asyncProperty(stored.filter(isStorable), fc.nat(), async (id, pick) => {
        counts.stored += 1
        const fields = collection === 'users' ? { password: BCRYPT, roles: [] } : kind.fields
        // What an earlier case left behind when it failed would hide why.
        await collectionOf(collection).deleteMany({ _id: id })
        await collectionOf(collection).insertOne(decodeDocument(serialize({ _id: id, ...fields })))
        await lead(`/${collection}/${formatPathId(id, naming)}`, { id, pick }, kind)
      }),
      { numRuns: RUNS },
    )
  })
})

/** What no store keeps as it is given: no valid Unicode, an operator; and symbols, which not every server takes. */
const isStorable = (id: unknown): boolean => findIdFault(id) === undefined && id !== ''

const parsed = (text: string): unknown => {
  const read = parseDocumentJson(text)
  return read.kind === 'parsed' ? read.value : undefined
}

describe('the paths of documents', () => {
  afterAll(() => {
    process.stdout.write(`paths of documents: ${JSON.stringify(counts)}\n`)
  })

  it('have been tried on ids that were accepted, refused and stored before', () => {
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(RUNS / 10)
  })
})
