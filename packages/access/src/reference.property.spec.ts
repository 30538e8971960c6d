import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  compilePermissions,
  createRuleReach,
  explainAccess,
  judge,
  needsRequestBody,
  type SupposedRequest,
  supposedExchange,
} from './index.ts'
import { interpolateRules, type RuleVariables } from './interpolate-rules.ts'
import type { AccessRequest } from './judge.ts'
import {
  aclArbitrary,
  type NaiveRequest,
  naiveAnswer,
  naiveBodyReaders,
  naiveOrder,
  needsArbitrary,
  roleArbitrary,
  storedPermission,
} from './testing/naive-acl.ts'
import { pathArbitrary } from './testing/naive-conditions.ts'

const RUNS = 800
const REQUESTS_PER_ACL = 25
const now = new Date('2026-11-21T10:00:00Z')
const filter = { status: 'open' }

const requestArbitrary: fc.Arbitrary<NaiveRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE'),
    path: pathArbitrary,
    id: fc.constantFrom('ann', 'bob', null),
    team: fc.constantFrom<unknown>('red', undefined, null, ['red'], { name: 'red' }),
    roles: fc.uniqueArray(roleArbitrary, { maxLength: 3 }),
    isRoot: fc.nat(20).map(number => number === 0),
    query: fc.constantFrom('', 'q=7', 'q=', 'other=1'),
    body: fc.constantFrom<unknown>(undefined, {}, { x: '1' }, { x: '2', y: '1' }),
    needs: needsArbitrary,
  })
  .map(({ method, path, id, team, roles, isRoot, query, body, needs }) => {
    const document = id === null ? undefined : { _id: id, team, teams: ['red', 'blue'] }
    const asked: SupposedRequest = { method, path, queryString: query, headers: {}, body, caller: { id, document } }
    const variables = {
      '@user._id': document?._id,
      '@user.team': document?.team,
      '@user.teams': document?.teams,
      '@now': now,
      '@filter': filter,
      "@qparams['q']": new URLSearchParams(query).get('q') ?? undefined,
      '@request.body.x': (body as { x?: string } | undefined)?.x,
      '@request.method': method,
      '@request.relativePath': path,
      '@request.userName': id,
    }
    return { asked, roles, isRoot, needs, variables }
  })

function realRequest({ asked, roles, isRoot, needs }: NaiveRequest): AccessRequest {
  return {
    exchange: supposedExchange(asked),
    principal: { id: asked.caller.id, roles, isRoot },
    managementRequest: needs.includes('allowManagementRequests'),
    bulkPatch: needs.includes('allowBulkPatch'),
    bulkDelete: needs.includes('allowBulkDelete'),
    writeMode: needs.includes('allowWriteMode'),
  }
}

const realVariables = ({ asked }: NaiveRequest, request: AccessRequest): RuleVariables => ({
  user: asked.caller.document,
  now,
  request: request.exchange,
  query: new URLSearchParams(asked.queryString),
  filter,
  requestBody: () => asked.body,
  randomHex: () => '',
})

type CompiledAcl = ReturnType<typeof compilePermissions>['acl']

/** The real answer in the words of the naive one. */
function realAnswer(acl: CompiledAcl, naive: NaiveRequest) {
  const request = realRequest(naive)
  const judgement = judge(acl, request)
  if (judgement.kind === 'refused') {
    const { code, reason } = judgement
    return { kind: 'refused', code, reason: reason.kind, id: 'permission' in reason ? reason.permission : undefined }
  }
  const { permission } = judgement
  if (!permission) return { kind: 'root' }
  const result = interpolateRules(permission.rules ?? {}, realVariables(naive, request))
  if (result.kind === 'refuse') return { kind: 'refused', code: result.code, reason: 'unbound', id: permission.id }
  const { readFilter, mergeRequest } = result.rules
  return { kind: 'allowed', id: permission.id, readFilter, mergeRequest }
}

const reach = createRuleReach({ tier: 'shared', db: 'sluice' })

function unappliedRule(acl: CompiledAcl, request: AccessRequest) {
  const judgement = judge(acl, request)
  const permission = judgement.kind === 'allowed' ? judgement.permission : null
  return permission ? reach.refuse(permission, request.exchange) : undefined
}

describe('the ACL, against a slow and obvious second implementation', () => {
  it(`gives the same permission, refusal, reason and rules for ${RUNS * REQUESTS_PER_ACL} random requests`, () => {
    const requests = fc.array(requestArbitrary, { minLength: REQUESTS_PER_ACL, maxLength: REQUESTS_PER_ACL })
    fc.assert(
      fc.property(aclArbitrary, requests, (permissions, asked) => {
        const { acl } = compilePermissions(permissions.map(storedPermission))
        for (const request of asked) expect(realAnswer(acl, request)).toEqual(naiveAnswer(permissions, request))
      }),
      { numRuns: RUNS },
    )
  })

  it('has the body read first whenever a permission that could match looks into it', () => {
    fc.assert(
      fc.property(aclArbitrary, requestArbitrary, (permissions, request) => {
        const { acl } = compilePermissions(permissions.map(storedPermission))
        const bodiless = { ...request, asked: { ...request.asked, body: undefined }, isRoot: false }
        if (naiveBodyReaders(permissions, bodiless).length === 0) return
        expect(needsRequestBody(acl, realRequest(bodiless))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('explains what it does: the same answer, all permissions of the caller in their order, and why', () => {
    fc.assert(
      fc.property(aclArbitrary, requestArbitrary, (permissions, naive) => {
        const { acl } = compilePermissions(permissions.map(storedPermission))
        const request = realRequest(naive)
        const answer = naiveAnswer(permissions, naive)
        const variables = realVariables(naive, request)
        const explained = explainAccess(acl, { request, variables, reach, access: 'acl' })
        const unapplied = answer.kind === 'allowed' ? unappliedRule(acl, request) : undefined
        if (unapplied) {
          const { code, detail: reason } = unapplied
          return expect(explained).toMatchObject({ allowed: false, code, reason })
        }
        expect(explained.allowed).toBe(answer.kind !== 'refused')
        if (answer.kind === 'root') return
        expect(explained.considered.map(({ _id }) => _id)).toEqual(naiveOrder(permissions, naive))
        const applies = explained.considered.filter(({ why }) => why === 'It applies.').map(({ _id }) => _id)
        expect(applies).toEqual(explained.permission === null ? [] : [explained.permission])
        expect(explained.considered.find(({ matched }) => matched)?._id).toBe(explained.permission ?? undefined)
        if (answer.kind === 'refused') expect(explained.code).toBe(answer.code)
        else expect(explained.readFilter).toEqual(answer.readFilter ?? null)
      }),
      { numRuns: 700 },
    )
  })
})
