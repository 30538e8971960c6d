import { type Grant, type KeyPolicy, type KeyRules, type Refusal, type RoleName, refuse } from '@sluice/contracts'

/** What the owner has set for the whole service. Days are whole days. */
export type ServiceLimits = { isPluginEnabled: boolean; maxDays: number; keysPerUser: number }

/** `permission`: the id of the one that has the policy. */
export type IssuingGate = { kind: 'open'; permission: string; policy: KeyPolicy; keyRules?: KeyRules } | Refusal

export type IssueRequest = { roles: readonly RoleName[]; days?: number }
export type IssueDecision = { kind: 'issue'; roles: RoleName[]; days: number; keysPerUser: number } | Refusal
/** What keys may be issued under a permission: for how many days at most and by default, and how many that work. */
export type IssueTerms = { maxDays: number; defaultDays: number; keysPerUser: number }

const DEFAULT_DAYS = 90

/**
 * Says whether issuing is open to the caller at all; judged before the body is read (docs/reference/keys.md#issue).
 * @param permission the one that won on `/keys`; null where none reaches it
 */
export function openIssuing(permission: Grant['permission'], { isPluginEnabled }: ServiceLimits): IssuingGate {
  if (!isPluginEnabled) {
    const detail = 'API keys are switched off on this service. The owner can enable the api-keys plugin.'
    return refuse('KEYS_PLUGIN_DISABLED', detail)
  }
  if (permission?.apiKeys) {
    const { id, apiKeys: policy, keyRules } = permission
    return { kind: 'open', permission: id, policy, ...(keyRules && { keyRules }) }
  }
  const found = permission
    ? `The permission "${permission.id}", which applies to you on /keys, has no apiKeys block.`
    : 'No permission that applies to you on /keys has an apiKeys block.'
  return refuse('KEYS_PERMISSION_MISSING', `${found} The owner can add one.`)
}

/** @param policy the `apiKeys` block of the one permission that let the call in */
export function issueTerms(policy: KeyPolicy, limits: ServiceLimits): IssueTerms {
  // A permission can only lower the service's limit, never raise it.
  const maxDays = Math.min(policy['max-expires-in-days'] ?? limits.maxDays, limits.maxDays)
  const keysPerUser = policy['max-keys-per-user'] ?? limits.keysPerUser
  return { maxDays, defaultDays: Math.min(DEFAULT_DAYS, maxDays), keysPerUser }
}

/** @returns undefined when a key may carry all of these roles */
export function refuseForeignRoles(roles: readonly RoleName[], policy: KeyPolicy): Refusal | undefined {
  const outside = roles.filter(role => !policy.roles.includes(role))
  return outside.length > 0 ? refuseRoles(outside, policy) : undefined
}

/**
 * Decides whether the caller may have this key, and how long it lives.
 * @param policy the `apiKeys` block of the one permission that let the call in
 * @returns the distinct roles and the lifetime in whole days; refusals in the order: roles, lifetime
 */
export function decideIssue(request: IssueRequest, policy: KeyPolicy, limits: ServiceLimits): IssueDecision {
  const roles = [...new Set(request.roles)]
  const refusal = refuseForeignRoles(roles, policy)
  if (refusal) return refusal
  const { maxDays, defaultDays, keysPerUser } = issueTerms(policy, limits)
  const days = request.days ?? defaultDays
  if (days > maxDays) return refuseLifetime(days, maxDays)
  return { kind: 'issue', roles, days, keysPerUser }
}

function refuseRoles(outside: readonly RoleName[], policy: KeyPolicy): Refusal {
  const detail = `Not allowed for a key: ${outside.join(', ')}. Allowed: ${policy.roles.join(', ')}.`
  return refuse('KEY_ROLES_NOT_ALLOWED', detail, [{ path: 'roles', message: detail }])
}

function refuseLifetime(days: number, maxDays: number): Refusal {
  const detail = `expiresIn is ${days} days; the most you can have is ${maxDays}.`
  return refuse('KEY_LIFETIME_TOO_LONG', detail, [{ path: 'expiresIn', message: detail }])
}
