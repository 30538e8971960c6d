import { randomBytes } from 'node:crypto'
import type { AccessRequest, RuleVariables } from '@sluice/access'
import type { Exchange } from '@sluice/predicate'
import type { Target } from '../domain/canonical-target.ts'
import { requestTraits } from '../domain/request-traits.ts'
import type { Destination, Tiering } from '../domain/route-target.ts'
import { parseDocument } from './hold-body.ts'

type Asked = {
  exchange: Exchange
  principal: AccessRequest['principal']
  target: Target
  service: Destination['service']
}

/** What the ACL is asked about a request: only those to the data service can be of the special kinds. */
export function accessRequest({ exchange, principal, target, service }: Asked, tiering: Tiering): AccessRequest {
  if (service !== 'data') return { exchange, principal }
  const traits = requestTraits({ ...target, method: exchange.method }, tiering)
  return {
    exchange,
    principal,
    managementRequest: traits.isManagement,
    bulkPatch: traits.isBulkPatch,
    bulkDelete: traits.isBulkDelete,
    writeMode: traits.hasWriteMode,
  }
}

/** The values that the rules of a permission may name. @param now epoch ms */
export function ruleVariables(exchange: Exchange, user: RuleVariables['user'], now: number): RuleVariables {
  const filter = exchange.query.get('filter')
  return {
    user,
    now: new Date(now),
    request: exchange,
    query: exchange.query,
    filter: filter === null ? undefined : parseDocument(filter),
    requestBody: () => exchange.requestBody?.(),
    randomHex,
  }
}

const randomHex = (bits: number) =>
  randomBytes(Math.ceil(bits / 8))
    .toString('hex')
    .slice(0, bits / 4)
