import { type AccessJudgement, type Acl, judge, supposedExchange } from '@sluice/access'
import { distinctRoles, keyId, refuseFields, userId } from '@sluice/contracts'
import type { CollectionTiering } from '@sluice/documents'
import { type Operation, ok, parseBody } from '@sluice/service-kit'
import { z } from 'zod'
import { readBounds } from '../domain/mcp-bounds.ts'
import { type CallerViews, offeredCollections, type ToolCaller } from '../listing/caller-view.ts'
import type { CallerFinder } from '../listing/supposed-caller.ts'
import { explainTools } from '../tools/catalogue.ts'

export type ExplainMcpDependencies = {
  tiering: CollectionTiering
  views: CallerViews
  findCaller: CallerFinder
}

const question = z
  .strictObject({
    user: userId.optional(),
    roles: distinctRoles.optional(),
    key: keyId.optional().meta({ description: 'The id of a key, never its secret.' }),
  })
  .refine(asked => Object.values(asked).filter(value => value !== undefined).length === 1, {
    path: ['user'],
    message: 'Give either a user, a list of roles or the id of a key.',
  })

const explanation = z
  .object({
    allowed: z.boolean(),
    permission: z.string().nullable(),
    reason: z.string(),
    write: z.boolean(),
    tools: z.array(z.object({ name: z.string(), listed: z.boolean(), why: z.string() })),
    collections: z.array(z.object({ name: z.string(), writable: z.boolean() })),
    apps: z.array(z.string()),
  })
  .meta({ id: 'McpExplanation' })

/** `POST /mcp/explain`: for owners, what an assistant would be offered in the place of somebody, and why not the rest. */
export const explainMcp = ({ tiering, views, findCaller }: ExplainMcpDependencies): Operation => ({
  id: 'explainMcp',
  tag: 'mcp',
  summary: 'Explain which tools an assistant is offered, and why not the rest',
  examples: {
    body: { roles: ['assistant'] },
    answers: {
      200: {
        allowed: true,
        permission: 'assistant',
        reason: 'The permission "assistant" lets this caller in.',
        write: false,
        tools: [{ name: 'whoami', listed: true, why: 'A request of it could be let in.' }],
        collections: [{ name: 'routes', writable: false }],
        apps: ['flights'],
      },
    },
  },
  body: question,
  answers: { 200: explanation },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'UNAVAILABLE'],
  async handle(request) {
    const asked = parseBody(question, request)
    const caller = await findCaller(asked)
    if (caller === 'missing') return refuseCaller(asked.key === undefined ? 'user' : 'key')
    const judgement = judgeEntry(views.acl(), caller)
    if (judgement.kind === 'refused') return ok(shutOut(judgement.detail))
    const { permission } = judgement
    const read = readBounds(permission?.mcp)
    if (read.kind === 'refuse') return read
    const view = await views.open({ caller, bounds: read.bounds, tiering })
    return ok({
      allowed: true,
      permission: permission?.id ?? null,
      reason: permission ? `The permission "${permission.id}" lets this caller in.` : ROOT,
      write: read.bounds.write,
      tools: explainTools(view),
      collections: offeredCollections(view),
      apps: view.apps('graphql_schema').map(({ uri }) => uri),
    })
  },
})

const ROOT = 'The root role needs no permission, and gets no tool that writes.'

function refuseCaller(path: 'user' | 'key') {
  const message = path === 'user' ? 'There is no such user who can sign in.' : 'There is no such key that works now.'
  return refuseFields([{ path, message }])
}

const shutOut = (reason: string) => ({
  allowed: false,
  permission: null,
  reason,
  write: false,
  tools: [],
  collections: [],
  apps: [],
})

/** What the ACL says to a call that holds nothing but its method, path and caller. */
function judgeEntry(acl: Acl, { principal, user }: ToolCaller): AccessJudgement {
  const caller = { id: principal.id, document: user }
  const exchange = supposedExchange({ method: 'POST', path: '/mcp', queryString: '', headers: {}, caller })
  return judge(acl, { exchange, principal })
}
