import { type Refusal, refuse } from '../errors/errors.ts'
import { DOCUMENT_RULES, type DocumentRuleName } from './permission.ts'

/** What a request does, as far as the rules of a permission bear on it. */
export type RuledRequest = {
  method: string
  /** Whether a successful answer has a body, which may tell something of documents. */
  answersContent: boolean
}

/** The rules that a `mongo` block carries. An empty one narrows nothing, and counts as none. */
export const rulesIn = (rules: { [rule in DocumentRuleName]?: object | undefined }): readonly DocumentRuleName[] =>
  DOCUMENT_RULES.filter(name => Object.keys(rules[name] ?? {}).length > 0)

/**
 * The rules that would narrow a request if its permission had them. A read is narrowed by those of reading; a deletion by
 * `writeFilter`, and where its answer tells something by those of reading, too; every other write by all of them.
 */
export function rulesAtStake({ method, answersContent }: RuledRequest): readonly DocumentRuleName[] {
  if (method === 'GET' || method === 'HEAD') return READING
  if (method === 'DELETE') return answersContent ? DELETING_WITH_ANSWER : DELETING
  return DOCUMENT_RULES
}

const READING: readonly DocumentRuleName[] = ['readFilter', 'projectResponse']
const DELETING: readonly DocumentRuleName[] = ['writeFilter']
const DELETING_WITH_ANSWER: readonly DocumentRuleName[] = ['readFilter', 'writeFilter', 'projectResponse']

type UnappliedRule = {
  /** The id of the permission. */
  permission: string
  rule: DocumentRuleName
  method: string
  /** Decoded. */
  path: string
}

/** What the management of collections is refused with where the permission does not cover it. */
export const refuseManagement = (): Refusal =>
  refuse('FORBIDDEN', 'Your permission does not allow to manage collections: it lacks allowManagementRequests.')

/** Refuses a request whose permission is narrowed by a rule that is not applied at its path: it would be served whole. */
export function refuseUnappliedRule({ permission, rule, method, path }: UnappliedRule): Refusal {
  const message =
    `${method} ${path}: your permission "${permission}" is narrowed by mongo.${rule}, which can not be applied there. ` +
    `The owner can give such paths a permission of their own, without ${rule} and with a higher priority.`
  return refuse('FORBIDDEN', message, [{ path: `mongo.${rule}`, message }])
}
