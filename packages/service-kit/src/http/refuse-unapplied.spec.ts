import { describe, expect, it } from '@jest/globals'
import { DOCUMENT_RULES, type DocumentRuleName } from '@sluice/contracts'
import { refuseUnapplied } from './refuse-unapplied.ts'
import { type Operation, ok } from './route.ts'

const RULES = {
  readFilter: { owner: 'ada' },
  writeFilter: { owner: 'ada' },
  projectResponse: { secret: { $numberInt: '0' } },
  mergeRequest: { owner: 'ada' },
}

type RequestChanges = { method?: string; rules?: string | object | null; operation?: Partial<Operation> }

function refusalOf({ method = 'GET', rules = RULES, operation = {} }: RequestChanges) {
  const made: Operation = {
    id: 'test',
    tag: 'description',
    summary: 'Test',
    answers: { 200: 'Done' },
    handle: async () => ok({}),
    ...operation,
  }
  const text = rules === null || typeof rules === 'string' ? rules : JSON.stringify(rules)
  const permission = { id: 'narrow', rules: text, apiKeys: null }
  return refuseUnapplied(made, { method, path: '/things/a%20b', permission })
}

/** The rules that are refused one by one where an operation applies none. */
const refusedOf = (method: string, operation: Partial<Operation> = {}): DocumentRuleName[] =>
  DOCUMENT_RULES.filter(rule => refusalOf({ method, rules: { [rule]: RULES[rule] }, operation }) !== undefined)

describe('a call under a permission with rules', () => {
  it.each([
    ['GET', {}, ['readFilter', 'projectResponse']],
    ['HEAD', {}, ['readFilter', 'projectResponse']],
    ['DELETE', { answers: { 204: 'Gone' } }, ['writeFilter']],
    ['DELETE', {}, ['readFilter', 'writeFilter', 'projectResponse']],
    ['POST', { answers: { 204: 'Done' } }, [...DOCUMENT_RULES]],
    ['PUT', {}, [...DOCUMENT_RULES]],
    ['PATCH', {}, [...DOCUMENT_RULES]],
  ])('%s %j is refused by each rule that would narrow it: %j', (method, operation, refused) => {
    expect(refusedOf(method, operation)).toEqual(refused)
  })

  it('is refused where one rule of several is not applied, with the permission, the rule, the path and what to do', () => {
    const refusal = refusalOf({ operation: { appliedRules: ['readFilter'] } })
    expect(refusal?.code).toBe('FORBIDDEN')
    expect(refusal?.detail).toBe(
      'GET /things/a b: your permission "narrow" is narrowed by mongo.projectResponse, which can not be applied there. ' +
        'The owner can give such paths a permission of their own, without projectResponse and with a higher priority.',
    )
    expect(refusal?.errors).toEqual([{ path: 'mongo.projectResponse', message: refusal?.detail }])
  })

  it('is let through where all that matter are applied, where there are none, and where they are empty', () => {
    expect(refusalOf({ operation: { appliedRules: ['readFilter', 'projectResponse'] } })).toBeUndefined()
    expect(refusalOf({ rules: null })).toBeUndefined()
    expect(refusalOf({ rules: { allowBulkPatch: true, readFilter: {} } })).toBeUndefined()
  })

  it('fails where the rules can not be read, rather than being served', () => {
    expect(() => refusalOf({ rules: 'no JSON' })).toThrow()
    expect(() => refusalOf({ rules: { readFilter: 'a text' } })).toThrow()
  })
})
