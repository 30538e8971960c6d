import { NotSupportedError, type SluiceError } from '../errors.ts'
import { VERSION } from '../version.ts'
import type { Call, Reply } from './call.ts'
import { errorFields } from './problem.ts'
import type { Transport } from './transport.ts'

type ServerDescription = { info: { version: string }; paths: Record<string, Record<string, unknown>> }

/** What a server says of itself: each client asks once, and asks again where it was not told. */
const descriptions = new WeakMap<Transport, ServerDescription>()

/** The description is asked for to say better what went wrong: nobody waits long for that. */
const LONGEST_WAIT_MS = 5_000

/**
 * Judges a refusal by what the server says of itself.
 * @returns NotSupportedError where it does not have the route at all; undefined where it has, or does not say
 */
export async function findMissingRoute(
  transport: Transport,
  call: Call,
  reply: Reply,
): Promise<SluiceError | undefined> {
  const described = await describe(transport, call, reply)
  if (described === undefined || hasRoute(described, call)) return undefined
  const versions = { client: VERSION, server: String(described.info.version) }
  return new NotSupportedError(errorFields(call, reply, reply.isAfterLostAnswer ? 'unknown' : 'refused'), versions)
}

async function describe(transport: Transport, { signal }: Call, { remainingMs }: Reply) {
  const asked: Call = {
    method: 'GET',
    operation: 'GET /openapi.json',
    path: '/openapi.json',
    signal,
    timeoutMs: Math.min(remainingMs, LONGEST_WAIT_MS),
    repeat: 'never',
  }
  try {
    const told = descriptions.get(transport) ?? read((await transport.send(asked)).text)
    if (told !== undefined) descriptions.set(transport, told)
    return told
  } catch {
    return undefined
  }
}

/** @returns undefined for what is no description. @throws SyntaxError */
function read(text: string): ServerDescription | undefined {
  const told: Partial<ServerDescription> = JSON.parse(text)
  const { info, paths } = told
  return info?.version === undefined || paths === undefined ? undefined : { info, paths }
}

/** Names of parameters may change, and in the dedicated tier a database stands before some paths. */
function hasRoute({ paths }: ServerDescription, { method, operation }: Call): boolean {
  const pattern = withoutNames(operation.slice(operation.indexOf(' ') + 1))
  return Object.entries(paths).some(([path, operations]) => {
    const served = withoutNames(path)
    const isIt = served === pattern || served.replace(/^\/[^/]+(?=\/(?:gql-apps|acl|users)(?:\/|$))/, '') === pattern
    return isIt && method.toLowerCase() in operations
  })
}

const withoutNames = (pattern: string): string => pattern.replace(/\{\w+\}/g, '{}')
