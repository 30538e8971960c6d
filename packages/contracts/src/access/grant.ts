import { z } from 'zod'
import { changePositions } from '../change.ts'
import { keyPolicy, keyRules } from './api-key.ts'
import { mcpPolicy } from './mcp-policy.ts'
import { toolName } from './pass.ts'
import type { documentRules } from './permission.ts'
import { principal } from './principal.ts'

export const upstreamName = z.enum(['data', 'graphql-apps', 'keys', 'webhook-dispatcher', 'mcp'])
export type UpstreamName = z.infer<typeof upstreamName>

/**
 * What the gateway tells a service about the caller of one request. It is signed for that service alone.
 * Filters come with their variables filled, as canonical Extended JSON text, so that no BSON type is lost.
 */
export const grant = z.object({
  version: z.literal(1),
  upstream: upstreamName,
  requestId: z.uuidv7(),
  method: z.string(),
  /** Canonical path and query exactly as they are sent to the service. */
  target: z.string(),
  issuedAt: z.number(),
  principal,
  isRoot: z.boolean(),
  /** The one permission that let the call in; null for the root role and where a route is open to every signed-in caller. */
  permission: z
    .object({
      id: z.string(),
      rules: z.string().nullable(),
      apiKeys: keyPolicy.nullable(),
      keyRules: keyRules.optional(),
      mcp: mcpPolicy.optional(),
    })
    .nullable(),
  positions: changePositions,
  chain: z.array(z.string()).max(20),
  /** From where the request came to the gateway; for those who write it down, and for permissions that ask for it. */
  clientAddress: z.string().optional(),
  /** The tool of an assistant that makes the request in its caller's place. */
  tool: toolName.optional(),
})
export type Grant = z.infer<typeof grant>

/** The rules of a grant once its text is read back. */
export type GrantedRules = z.infer<typeof documentRules>
