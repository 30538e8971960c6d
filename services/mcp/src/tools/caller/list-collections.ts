import { z } from 'zod'
import { pageOf } from '../../domain/page-of.ts'
import { offeredCollections } from '../../listing/caller-view.ts'
import { defineTool, refuseArguments, resultOf } from '../tool.ts'

const NAME = 'list_collections'

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
  async run({ cursor }, call) {
    const page = pageOf(offeredCollections(call.view), ({ name }) => name, cursor)
    if (page.kind === 'unknown-cursor') {
      return refuseArguments([{ path: 'cursor', message: 'It is nextCursor of a page before.' }], call)
    }
    const { shown, nextCursor } = page
    return resultOf({ collections: shown, ...(nextCursor !== undefined && { nextCursor }) })
  },
})
