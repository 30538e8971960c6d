import { z } from 'zod'
import { answering, defineTool, resultOf } from '../tool.ts'

const shown = z.object({
  id: z.string(),
  roles: z.array(z.string()),
  via: z.string(),
  key: z.record(z.string(), z.unknown()).optional(),
})

/** Who the caller is, and what tools may do in his place. */
export const whoami = defineTool({
  name: 'whoami',
  group: 'caller',
  title: 'Who am I',
  description: 'The user in whose place the tools act, the roles of the key, and whether tools may write.',
  hints: { readOnly: true },
  input: z.strictObject({}),
  output: shown.extend({ write: z.boolean(), maxResultBytes: z.int() }),
  offer: () => ({ isOffered: true }),
  async run(_, { ask, view: { bounds } }) {
    const { write, maxResultBytes } = bounds
    const answer = await ask({ method: 'GET', target: '/whoami' })
    return answering(answer, ({ json }) => resultOf({ ...shown.parse(json), write, maxResultBytes }))
  },
})
