import { type AccountableCaller, judgeAs, type LiveAcl, type StandInRequest } from '@sluice/access'
import { type Grant, type Refusal, refuse } from '@sluice/contracts'
import { parseDocumentJson, readUser } from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import { EJSON } from 'bson'
import { type CanonicalTarget, canonicalTarget } from '../../domain/canonical-target.ts'
import { type GatewayTiering, routeTarget } from '../../domain/route-target.ts'
import type { CallService, ServiceReply } from '../../exchange/forward/call-service.ts'
import { accessTraits } from '../../exchange/judge/access-question.ts'
import type { ImportedKind } from './import-shapes.ts'

export type ImportWriteDependencies = {
  acl: LiveAcl
  tiering: GatewayTiering
  callService: CallService
  now(): number
}

/** The write that brings one part in. */
type ImportWrite = { method: 'POST' | 'PUT'; target: string; json: unknown }

const DRY_RUN = 'dryRun=true'

/** @param part a document, or the name of a collection */
function writeOf(kind: ImportedKind, part: unknown, { tier, db }: GatewayTiering): ImportWrite {
  if (kind === 'collections') {
    const path = String(part).split('/').map(encodeURIComponent).join('/')
    return { method: 'PUT', target: `/${path}?${DRY_RUN}`, json: {} }
  }
  const base = tier === 'dedicated' ? `/${db}` : ''
  return { method: 'POST', target: `${base}/${kind}?wm=upsert&${DRY_RUN}`, json: part }
}

/**
 * Tries the write that would bring one part in, by the service that would carry it out, and for the caller as if he had sent
 * it himself: what the ACL does not let him write is refused here, too. Nothing is written.
 */
export async function tryImport(
  dependencies: ImportWriteDependencies,
  { kind, part, request }: { kind: ImportedKind; part: unknown; request: ServiceRequest },
): Promise<ServiceReply | Refusal> {
  const { tiering, callService } = dependencies
  const write = writeOf(kind, part, tiering)
  const target = canonicalTarget(write.target)
  if (target.kind === 'refuse') return target
  const { path, query } = target
  const service = serviceFor(target, tiering)
  if (service === undefined || !isPlaced(kind, part, { target, tiering })) return refuseName(String(part), tiering)
  const permission = permissionFor(dependencies, request, {
    method: write.method,
    path,
    queryString: query,
    body: bodyOf(write.json),
    ...accessTraits({ method: write.method, target, service }, tiering),
  })
  if (permission.kind === 'refuse') return permission
  return callService({ ...write, service, target: target.encoded, permission: permission.permission, request })
}

function serviceFor({ segments }: CanonicalTarget, tiering: GatewayTiering): 'data' | 'graphql-apps' | undefined {
  const { service } = routeTarget(segments, tiering)
  return service === 'data' || service === 'graphql-apps' ? service : undefined
}

/** Whether the name of a collection is one, and no path of something else. */
const isPlaced = (
  kind: ImportedKind,
  part: unknown,
  { target: { segments }, tiering }: { target: CanonicalTarget; tiering: GatewayTiering },
): boolean =>
  kind !== 'collections' || (segments.join('/') === part && segments.length === (tiering.tier === 'dedicated' ? 2 : 1))

const refuseName = (name: string, { tier }: GatewayTiering): Refusal =>
  refuse(
    'BAD_PATH',
    tier === 'dedicated'
      ? `"${name}" is no collection, or not one of yours. Send <db>/<name>, and choose another name where it is the service's own.`
      : `"${name}" is no collection, or not one of yours. Choose another name: it would hide a path of the service.`,
  )

/** Names no permission of the ACL: one of those that would let in the write itself has been found for it. */
const CHECK = 'POST /admin/check-import'

type FoundPermission = { kind: 'found'; permission: NonNullable<Grant['permission']> } | Refusal

function permissionFor(
  { acl, now }: ImportWriteDependencies,
  { caller }: ServiceRequest,
  asked: StandInRequest,
): FoundPermission {
  const { principal, isRoot, clientAddress } = caller
  const accountable: AccountableCaller = {
    user: readUser(principal),
    roles: principal.roles,
    isRoot,
    now: new Date(now()),
    clientAddress,
  }
  const judged = judgeAs(asked, acl.current(), accountable)
  if (judged.kind === 'refuse') return judged
  const rules = EJSON.stringify(judged.rules, { relaxed: false, ignoreUndefined: true })
  return { kind: 'found', permission: { id: CHECK, rules, apiKeys: null } }
}

/** The body as the ACL sees one, with the types of Extended JSON; what can't be read is refused by the service, too. */
function bodyOf(json: unknown): unknown {
  const parsed = parseDocumentJson(JSON.stringify(json))
  return parsed.kind === 'parsed' ? parsed.value : undefined
}
