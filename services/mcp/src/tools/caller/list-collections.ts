import { z } from 'zod'
import { defineTool, resultOf } from '../tool.ts'

const NAME = 'list_collections'
const PAGE_SIZE = 50

const cursorArgument = z
  .string()
  .max(400)
  .optional()
  .meta({ description: 'nextCursor of the page before; without it the first page.' })

/** The names of the collections that the caller may read or write. */
export const listCollections = defineTool({
  name: NAME,
  group: 'caller',
  title: 'List collections',
  description: 'The collections that this key may read, by name, and whether it may add documents with a tool.',
  hints: { readOnly: true },
  input: z.strictObject({ cursor: cursorArgument }),
  output: z.object({
    collections: z.array(z.object({ name: z.string(), writable: z.boolean() })),
    nextCursor: z.string().optional(),
  }),
  offer: () => ({ isOffered: true }),
  async run({ cursor }, { view }) {
    const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8')
    const readable = view.collections('find_documents', path => [
      ['GET', path],
      ['GET', `${path}/?`],
    ])
    const writable = new Set(view.bounds.write ? view.collections('create_document', path => [['POST', path]]) : [])
    const names = [...new Set([...readable, ...writable])].toSorted().filter(name => name > after)
    const shown = names.slice(0, PAGE_SIZE)
    const last = shown.at(-1)
    return resultOf({
      collections: shown.map(name => ({ name, writable: writable.has(name) })),
      ...(names.length > shown.length &&
        last !== undefined && { nextCursor: Buffer.from(last, 'utf8').toString('base64url') }),
    })
  },
})
