import { z } from 'zod'
import { withQuery } from '../collection-argument.ts'
import { answering, defineTool, IS_DATA, resultOf } from '../tool.ts'
import { offerAsks } from './webhook-argument.ts'

const NAME = 'list_webhooks'
const PAGE_SIZE = 50

const stored = z
  .object({
    _id: z.string().optional(),
    name: z.string().optional(),
    type: z.string().optional(),
    condition: z.string().optional(),
    enabled: z.boolean().optional(),
  })
  .transform(({ _id: id, ...shown }) => ({ id, ...shown }))

/** The webhooks that the caller may see, without their addresses. */
export const listWebhooks = defineTool({
  name: NAME,
  group: 'webhooks',
  plugin: 'webhooks',
  title: 'List webhooks',
  description: `The webhooks that this key may see, with their conditions. Where they send to is not shown. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({
    search: z.string().min(1).max(200).optional(),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'It is nextCursor of a page before.')
      .optional(),
  }),
  output: z.object({
    webhooks: z.array(
      z.object({
        id: z.string().optional(),
        name: z.string().optional(),
        type: z.string().optional(),
        condition: z.string().optional(),
        enabled: z.boolean().optional(),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  offer: offerAsks(NAME, ['GET', '/webhooks']),
  async run({ search, cursor = '1' }, { ask }) {
    const page = Number(cursor)
    const target = withQuery('/webhooks', { q: search, page: cursor, pagesize: String(PAGE_SIZE) })
    return answering(await ask({ method: 'GET', target }), ({ json, total = 0 }) =>
      resultOf({
        webhooks: z.array(stored).parse(json),
        ...(page * PAGE_SIZE < total && { nextCursor: String(page + 1) }),
      }),
    )
  },
})
