import { z } from 'zod'
import { changePositions } from '../change.ts'
import { keyPolicy, keyRules } from './api-key.ts'
import { mcpPolicy } from './mcp-policy.ts'
import { toolName } from './pass.ts'
import type { documentRules } from './permission.ts'
import { principal } from './principal.ts'

export const upstreamName = z.enum(['data', 'graphql-apps', 'keys', 'webhook-dispatcher', 'mcp'])
export type UpstreamName = z.infer<typeof upstreamName>

/** Filters come with their variables filled, as canonical Extended JSON text, so that no BSON type is lost. */
export const grantedPermission = z.object({
  id: z.string(),
  rules: z.string().nullable(),
  apiKeys: keyPolicy.nullable(),
  keyRules: keyRules.optional(),
  mcp: mcpPolicy.optional(),
})

/** What a grant says of the caller: the same text serves many requests. */
export const grantedCaller = z.object({
  principal,
  isRoot: z.boolean(),
  /** The one permission that let the call in; null for the root role and where a route is open to every signed-in caller. */
  permission: grantedPermission.nullable(),
  positions: changePositions,
})
export type GrantedCaller = z.infer<typeof grantedCaller>

/** What a grant says of the one request that it is about. */
export const grantedRequest = z.object({
  upstream: upstreamName,
  requestId: z.uuidv7(),
  method: z.string(),
  /** Canonical path and query exactly as they are sent to the service. */
  target: z.string(),
  issuedAt: z.number(),
  chain: z.array(z.string()).max(20),
  /** From where the request came to the gateway; for those who write it down, and for permissions that ask for it. */
  clientAddress: z.string().optional(),
  /** The tool of an assistant that makes the request in its caller's place. */
  tool: toolName.optional(),
})
export type GrantedRequest = z.infer<typeof grantedRequest>

/** What the gateway tells a service about the caller of one request. It is signed for that service alone. */
export const grant = grantedCaller.extend(grantedRequest.shape)
export type Grant = z.infer<typeof grant>

/** Version 1: caller and request in one text, as gateways before version 2 sign them. */
export const wholeGrant = grant.extend({ version: z.literal(1) })

/** The rules of a grant once its text is read back. */
export type GrantedRules = z.infer<typeof documentRules>
