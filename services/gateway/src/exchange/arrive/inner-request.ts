import { type Pass, type Refusal, refuse, toolName } from '@sluice/contracts'
import { currentKeys, type InternalSecrets, PASS_HEADER, passKeys, TOOL_HEADER, verifyPass } from '@sluice/service-kit'
import { type Credentials, readCredentials } from '../../domain/read-credentials.ts'
import type { RequestHeaders } from '../../domain/request-headers.ts'
import { isForPeople, type RequestDestination } from '../../domain/route-target.ts'

/** A request that a tool of the MCP service makes in the place of its caller. */
export type PassedRequest = { kind: 'inner'; pass: Pass; tool: string }

/** Says whose place a request is made in; undefined for one of its own. */
export type InnerReader = (headers: RequestHeaders) => PassedRequest | Refusal | undefined

/**
 * Reads the pass of a request. One that is forged, too old, there twice or beside another credential is refused: whoever
 * sends it would be somebody else without it.
 */
export function createInnerReader(secrets: InternalSecrets, storeTime: () => number): InnerReader {
  const keys = currentKeys(secrets, passKeys)
  return headers => {
    const shown = headers.get(PASS_HEADER)
    if (shown === undefined) return undefined
    const tool = toolName.safeParse(headers.get(TOOL_HEADER))
    const isOne = headers.count(PASS_HEADER) === 1 && headers.count(TOOL_HEADER) === 1
    if (!isOne || !tool.success || headers.count('authorization') > 0) return refusePass()
    const pass = verifyPass(shown, keys(), storeTime())
    return pass ? { kind: 'inner', pass, tool: tool.data } : refusePass()
  }
}

const refusePass = () => refuse('BAD_REQUEST', 'The pass of this request is not valid, or not any more.')

type ArrivingHeaders = { headers: RequestHeaders; inner: ReturnType<InnerReader> }

/** What a request brings to say who it is. */
export const credentialsOf = ({ inner, headers }: ArrivingHeaders): Credentials =>
  inner?.kind === 'inner' ? { kind: 'pass', pass: inner.pass } : readCredentials(headers.get('authorization'))

/** Keys, sessions and passwords are for people, and no tool calls another one. */
export function refuseInner({ access, service }: RequestDestination, segments: readonly string[]): Refusal | undefined {
  const isClosed = access === 'keys' || service === 'keys' || service === 'mcp' || isForPeople(segments)
  return isClosed ? refuse('FORBIDDEN', 'No tool of an assistant may ask for this.') : undefined
}
