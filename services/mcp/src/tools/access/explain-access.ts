import { z } from 'zod'
import { answering, defineTool, jsonObject, refuseArguments, resultOf } from '../tool.ts'
import { offerAsks } from '../webhooks/webhook-argument.ts'

const NAME = 'explain_access'

/** What the ACL says to a request that somebody could make, and why. */
export const explainAccess = defineTool({
  name: NAME,
  group: 'access',
  title: 'Explain access',
  description:
    'Says which permission applies to a request that a user, or somebody with these roles, could make, and why.',
  hints: { readOnly: true },
  input: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().max(8192).startsWith('/'),
    user: z.string().min(1).max(256).optional(),
    roles: z.array(z.string().min(1).max(100)).max(100).optional(),
  }),
  output: z.looseObject({}),
  offer: offerAsks(NAME, ['POST', '/acl/explain']),
  async run(asked, call) {
    if ((asked.user === undefined) === (asked.roles === undefined)) {
      return refuseArguments([{ path: 'user', message: 'Give either a user or a list of roles.' }], call)
    }
    const answer = await call.ask({ method: 'POST', target: '/acl/explain', json: asked })
    return answering(answer, ({ json }) => resultOf(jsonObject.parse(json)))
  },
})
