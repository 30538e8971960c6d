import { z } from 'zod'
import { errorCode } from '../errors/error-code.ts'
import { fieldError } from '../errors/field-errors.ts'
import { explainedPart } from './explained-part.ts'
import { distinctRoles, userId } from './principal.ts'

const MAX_HEADERS = 100
/** The methods that questions are about. */
export const ASKED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const callerFields = {
  user: userId.optional(),
  /** The roles of somebody who is signed in; `["$unauthenticated"]` asks about anonymous callers. */
  roles: distinctRoles.optional(),
}

const ONE_CALLER = { path: ['user'], message: 'Give either a user or a list of roles.' }

function isOfOneCaller({ user, roles }: { user?: unknown; roles?: unknown }): boolean {
  return (user === undefined) !== (roles === undefined)
}

const askedMethod = z.string().toUpperCase().pipe(z.enum(ASKED_METHODS))
const askedPath = z
  .string()
  .max(8192)
  .regex(/^\//, 'A path begins with a slash.')
  .regex(/^[^?#]*$/, 'A path has no "?" and no "#": the query has a field of its own.')

const MAX_DRAFTS = 50
const draftPermission = z.record(z.string(), z.unknown())

/** What `POST /acl/explain` is asked: who, and which request. */
export const aclQuestion = z
  .strictObject({
    ...callerFields,
    method: askedMethod,
    path: askedPath,
    query: z.string().max(16_384).default(''),
    headers: z
      .record(z.string().max(200), z.string().max(8192))
      .refine(headers => Object.keys(headers).length <= MAX_HEADERS, `There may be ${MAX_HEADERS} headers at most.`)
      .default({}),
    body: z.unknown().optional(),
    remoteAddress: z.union([z.ipv4(), z.ipv6()], 'It must be an IP address.').optional(),
    isSecure: z.boolean().default(false),
    draft: z
      .union([draftPermission, z.array(draftPermission).max(MAX_DRAFTS, `There may be ${MAX_DRAFTS} drafts at most.`)])
      .optional()
      .meta({
        description: 'Permissions that are judged as if they were saved, in the place of those with their ids.',
      }),
  })
  .refine(isOfOneCaller, ONE_CALLER)
export type AclQuestion = z.infer<typeof aclQuestion>

const filled = z.record(z.string(), z.unknown()).nullable()

/** The answer. Rules are those of the permission that applies, with the values of the request in them. */
export const aclExplanation = z
  .object({
    allowed: z.boolean(),
    /** With which error the request would be refused. */
    code: errorCode.nullable(),
    permission: z.string().nullable(),
    reason: z.string(),
    readFilter: filled,
    writeFilter: filled,
    projectResponse: filled,
    mergeRequest: filled,
    /**
     * Variables that have no usable value: what a filter compares with one matches nothing; of a request that writes no
     * body `mergeRequest` is left out.
     */
    unbound: z.array(
      z.object({ rule: z.enum(['readFilter', 'writeFilter', 'mergeRequest']), variables: z.array(z.string()) }),
    ),
    /** The caller's permissions in the order in which they are looked at. */
    considered: z.array(
      z.object({
        _id: z.string(),
        priority: z.number().nullable(),
        matched: z.boolean(),
        why: z.string(),
        explanation: explainedPart,
      }),
    ),
    notShown: z.int(),
  })
  .meta({
    id: 'AclExplanation',
    examples: [
      {
        allowed: true,
        code: null,
        permission: 'crew-reads-routes',
        reason: 'The permission with the least priority of those that match.',
        readFilter: { origin: 'SFO' },
        writeFilter: null,
        projectResponse: null,
        mergeRequest: null,
        unbound: [],
        considered: [],
        notShown: 0,
      },
    ],
  })
export type AclExplanation = z.infer<typeof aclExplanation>

const MAX_OWN_QUESTIONS = 50

/** What `POST /whoami/may` is asked: which requests the caller himself may make. */
export const ownAccessQuestions = z
  .array(z.strictObject({ method: askedMethod, path: askedPath }), 'The body is a list of {"method", "path"}.')
  .min(1, 'Ask about at least one request.')
  .max(MAX_OWN_QUESTIONS, `Ask about ${MAX_OWN_QUESTIONS} requests at most.`)

const foreseenAnswer = z
  .object({
    allowed: z.boolean(),
    depends: z.boolean().meta({ description: 'The query, the headers or the body of the request decide.' }),
    code: errorCode.nullable().meta({ description: 'With which error it would be refused.' }),
    permission: z.string().nullable().meta({ description: 'The one that applies, where it is one for certain.' }),
  })
  .meta({ id: 'ForeseenAccess' })

/** The answers, in the order of the questions. `allowed` is never true of a request that a permission may refuse. */
export const ownAccessAnswers = z.array(foreseenAnswer)
export type OwnAccessAnswer = z.infer<typeof ownAccessAnswers>[number]

const checkQuestion = z
  .strictObject({ ...callerFields, method: askedMethod, path: askedPath })
  .refine(isOfOneCaller, ONE_CALLER)

/** What `POST /acl/check` is asked: a permission before it is saved, and for which requests its effects are told. */
export const permissionCheck = z.strictObject({
  permission: draftPermission.meta({ description: 'The whole permission. Without an `_id` it is a new one.' }),
  questions: z
    .array(checkQuestion)
    .max(MAX_OWN_QUESTIONS, `Ask about ${MAX_OWN_QUESTIONS} requests at most.`)
    .optional()
    .meta({
      description:
        'Requests, each of a user or of somebody with some roles. Without them: what the predicate names, for each role of the permission.',
    }),
})
export type PermissionCheck = z.infer<typeof permissionCheck>

/** The answer. `effects` are in the order of the questions; none of a permission that is not valid. */
export const permissionVerdict = z
  .object({
    valid: z.boolean(),
    errors: z.array(fieldError).meta({ description: 'What a save would refuse it for.' }),
    warnings: z.array(fieldError).meta({ description: 'Rules that are not applied everywhere.' }),
    effects: z.array(
      z.object({
        user: z.string().optional(),
        roles: z.array(z.string()).optional(),
        method: z.string(),
        path: z.string(),
        /** The answer by the permissions of now. */
        before: foreseenAnswer,
        /** The answer if this permission were saved. */
        after: foreseenAnswer,
      }),
    ),
    shadows: z.array(z.string()).meta({
      description: 'Permissions that apply to one of these requests now, and that this one would come before.',
    }),
    shadowedBy: z
      .array(z.string())
      .meta({ description: 'Permissions that come before it, at one of these requests that it would let in alone.' }),
  })
  .meta({ id: 'PermissionVerdict' })
export type PermissionVerdict = z.infer<typeof permissionVerdict>
