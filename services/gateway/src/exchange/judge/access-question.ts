import { randomBytes } from 'node:crypto'
import type { AccessRequest, RuleVariables } from '@sluice/access'
import { parseDocumentJson } from '@sluice/documents'
import { type Exchange, oneValue, SEVERAL } from '@sluice/predicate'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { requestTraits } from '../../domain/request-traits.ts'
import type { GatewayTiering, RequestDestination } from '../../domain/route-target.ts'

type AccessFacts = {
  exchange: Exchange
  principal: AccessRequest['principal']
  target: CanonicalTarget
  service: RequestDestination['service']
}

/** What the ACL is asked about a request. */
export const accessRequest = (
  { exchange, principal, target, service }: AccessFacts,
  tiering: GatewayTiering,
): AccessRequest => ({ exchange, principal, ...accessTraits({ method: exchange.method, target, service }, tiering) })

type TraitFacts = Pick<AccessFacts, 'target' | 'service'> & { method: string }

/** The special kinds that a request is of: of documents all of them, of apps that with a write mode, of all else none. */
export function accessTraits(
  { method, target, service }: TraitFacts,
  tiering: GatewayTiering,
): Omit<AccessRequest, 'exchange' | 'principal'> {
  const isOfApps = service === 'graphql-apps' && target.segments[0] !== 'graphql'
  if (service !== 'data' && !isOfApps) return {}
  const traits = requestTraits({ ...target, method }, tiering)
  if (isOfApps) return { writeMode: traits.hasWriteMode }
  return {
    managementRequest: traits.isManagement,
    bulkPatch: traits.isBulkPatch,
    bulkDelete: traits.isBulkDelete,
    writeMode: traits.hasWriteMode,
  }
}

/** The values that the rules of a permission may name. @param now epoch ms */
export function ruleVariables(exchange: Exchange, user: RuleVariables['user'], now: number): RuleVariables {
  return {
    user,
    now: new Date(now),
    request: exchange,
    query: exchange.query,
    filter: readFilter(exchange),
    requestBody: () => exchange.requestBody?.(),
    randomHex,
  }
}

/**
 * Reads the filter as the data service does, which takes several: then there is no one filter that a rule could name.
 */
function readFilter({ query }: Exchange): unknown {
  const text = oneValue(query.getAll('filter'))
  if (text === undefined || text === SEVERAL) return undefined
  const parsed = parseDocumentJson(text)
  return parsed.kind === 'parsed' ? parsed.value : undefined
}

/** Random lower-case hex digits, four bits each. */
export const randomHex = (bits: number) =>
  randomBytes(Math.ceil(bits / 8))
    .toString('hex')
    .slice(0, bits / 4)
