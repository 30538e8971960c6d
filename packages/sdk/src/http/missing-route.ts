import { NotSupportedError, type SluiceError } from '../errors.ts'
import { VERSION } from '../version.ts'
import type { Call, CallSender, Reply } from './call.ts'
import { errorFields } from './problem.ts'

type ServerDescription = { info: { version: string }; paths: Record<string, Record<string, unknown>> }

/** What a server says of itself: each client asks once, and asks again where it was not told. */
const descriptions = new WeakMap<CallSender['send'], ServerDescription>()

/** The description is asked for to say better what went wrong: nobody waits long for that. */
const LONGEST_WAIT_MS = 5_000

/**
 * Judges a refusal by what the server says of itself.
 * @returns NotSupportedError where it does not have the route at all; undefined where it has, or does not say
 */
export async function findMissingRoute(
  transport: CallSender,
  call: Call,
  reply: Reply,
): Promise<SluiceError | undefined> {
  const described = await describe(transport, call, reply)
  if (described === undefined || routesOf(described, call).length > 0) return undefined
  const versions = { client: VERSION, server: String(described.info.version) }
  return new NotSupportedError(errorFields(call, reply, reply.isAfterLostAnswer ? 'unknown' : 'refused'), versions)
}

/** Asks what the server says of itself whether it carries this call out once for all attempts with one Idempotency-Key. */
export async function takesIdempotencyKey(
  transport: CallSender,
  call: Call,
  time: Pick<Reply, 'remainingMs'>,
): Promise<boolean> {
  const described = await describe(transport, call, time)
  return described !== undefined && routesOf(described, call).some(takesKey)
}

/** It is named, or referred to by its name. */
const takesKey = (operation: unknown): boolean => JSON.stringify(operation ?? '').includes('Idempotency-Key"')

async function describe(transport: CallSender, { signal }: Call, { remainingMs }: Pick<Reply, 'remainingMs'>) {
  const asked: Call = {
    method: 'GET',
    operation: 'GET /openapi.json',
    path: '/openapi.json',
    signal,
    timeoutMs: Math.min(remainingMs, LONGEST_WAIT_MS),
    repeat: 'never',
  }
  try {
    const told = descriptions.get(transport.send) ?? read((await transport.send(asked)).text)
    if (told !== undefined) descriptions.set(transport.send, told)
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
function routesOf({ paths }: ServerDescription, { method, operation }: Call): unknown[] {
  const pattern = withoutNames(operation.slice(operation.indexOf(' ') + 1))
  return Object.entries(paths).flatMap(([path, operations]) => {
    const served = withoutNames(path)
    const isIt = served === pattern || served.replace(/^\/[^/]+(?=\/(?:gql-apps|acl|users)(?:\/|$))/, '') === pattern
    return isIt && method.toLowerCase() in operations ? [operations[method.toLowerCase()]] : []
  })
}

const withoutNames = (pattern: string): string => pattern.replace(/\{\w+\}/g, '{}')
