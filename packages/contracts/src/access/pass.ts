import { z } from 'zod'
import { changePositions } from '../change.ts'
import { userId } from './principal.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** By what a caller has signed in. Nobody can sign in with what stands here: it names a credential, and is none. */
const passCredential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** The SHA-256 of the key's secret: one that was rotated or revoked meanwhile is found no more. */
  z.object({ kind: z.literal('key'), hash: digest }),
  /** The SHA-256 of the session's token. */
  z.object({ kind: z.literal('session'), id: digest }),
  /** The mark of the password: another one after each writing of it. */
  z.object({ kind: z.literal('password'), mark: z.string() }),
])

/**
 * What the gateway gives the MCP service beside a request, for the requests that a tool makes in its place. The service
 * sends it back with each; the gateway looks the credential up anew.
 */
export const pass = z.object({
  version: z.literal(1),
  /** The id of the request to `/mcp`. */
  requestId: z.uuidv7(),
  user: userId.nullable(),
  credential: passCredential,
  clientAddress: z.string(),
  isSecure: z.boolean(),
  /** The webhooks that led to the request. */
  chain: z.array(z.string()).max(20),
  /** A gateway that is behind catches up before it judges. */
  positions: changePositions,
  /** Epoch ms by the store's clock. */
  issuedAt: z.number(),
})
export type Pass = z.infer<typeof pass>

/** The name of a tool of the MCP service. */
export const toolName = z.string().regex(/^[a-z0-9_]{1,64}$/)
