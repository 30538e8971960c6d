import { z } from 'zod'
import { principal } from '../access/principal.ts'
import { changeSequence } from '../change.ts'

/** A header block as it was on the wire: names in lower case, in order, repeated names repeated. */
export const headerList = z.array(z.tuple([z.string(), z.string()]))
export type HeaderList = z.infer<typeof headerList>

/**
 * What became of a body. `captured`: its bytes follow the metadata (cut when `truncated`); `withheld`: of a kind that is
 * not recorded; `unreadable`: it named a secret and could not be parsed, so it was dropped; `none`: there was none.
 */
const bodyCapture = z.object({
  state: z.enum(['captured', 'withheld', 'unreadable', 'none']),
  length: z.int().nonnegative(),
  truncated: z.boolean(),
})
export type BodyCapture = z.infer<typeof bodyCapture>

export const EVENT_SCHEMA_VERSION = 1

/**
 * What a program says of itself in the header `Sluice-Client`: its name, and its version where it tells it, like `console`
 * or `sdk/1.2.3`. Of 60 characters at most; no key of ours looks like that.
 */
export const clientName = z
  .string()
  .max(60, 'must have 60 characters at most')
  .regex(
    /^[a-z][a-z0-9-]*(?:\/\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?)?$/,
    'must be a name in lower case, and a version where there is one, like sdk/1.2.3',
  )

const toolCallOrigin = z.object({ kind: z.literal('mcp'), tool: z.string(), requestId: z.string() }).meta({
  id: 'ToolCallOrigin',
  description: 'The tool of an assistant that made the request, and the id of the request to /mcp.',
})

/**
 * What makes an event one of Sluice itself, and of no request: its name, and the ids of the webhooks that may hear of it. A
 * dispatcher alone makes such events, and takes none from the bus (docs/adr/0037-what-sluice-tells-of-itself.md).
 */
const occurrenceOrigin = z.object({ name: z.string().min(1), audience: z.array(z.string()) })

/** Says of which request another one is a repeat, by its Idempotency-Key (docs/reference/idempotency.md). */
export const repeatMark = z
  .object({
    of: z.uuidv7().meta({ description: 'The id of the first request, and of its event.' }),
    isKept: z.boolean().meta({ description: 'Whether it was given the answer of the first; else that was under way.' }),
  })
  .meta({
    id: 'Repeat',
    description: 'Of a request that repeats another one with its Idempotency-Key: nothing was done.',
  })
export type RepeatMark = z.infer<typeof repeatMark>

/** The last instant (epoch ms) that a date can be of. */
const LAST_INSTANT = 8.64e15

/** One HTTP exchange (docs/reference/events.md#fields). Its id is the request id, a UUIDv7; `at` is the start in epoch ms by the store's clock. */
export const exchangeEvent = z.object({
  schemaVersion: z.literal(EVENT_SCHEMA_VERSION),
  id: z.uuidv7(),
  service: z.object({ id: z.string() }),
  at: z.number().min(0).max(LAST_INSTANT),
  durationMs: z.number().nonnegative(),
  /** `unknown`: the gateway died before the answer of a write; the change may have happened. */
  outcome: z.enum(['completed', 'unknown']),
  aborted: z.boolean(),
  /** The highest sequence of the topic `webhooks` that the gateway had seen: whose webhooks judge this event. */
  webhooksSequence: changeSequence,
  /** The epoch of the change log that the sequence is of; absent from gateways that do not tell. */
  changesEpoch: changeSequence.optional(),
  chain: z.array(z.string()),
  principal: principal.pick({ id: true, roles: true, via: true }),
  /** The program that made the request, where it has said so (`clientName`). */
  client: z.string().optional(),
  /** The id of the permission by which the request was let in; absent where none was, or none was asked. */
  permission: z.string().optional(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: headerList,
    remoteAddress: z.string(),
    secure: z.boolean(),
    /** Whether an anonymous caller would have been refused; absent where that was not asked. */
    needsCredentials: z.boolean().optional(),
    body: bodyCapture,
  }),
  response: z.object({ statusCode: z.int(), headers: headerList, body: bodyCapture }).nullable(),
  /**
   * How many sign-ins of one user name and network this event stands for: the failure limit turned them away within the
   * minute before `at`, and request and response are those of the first. Absent in the event of a single request.
   */
  turnedAway: z.int().positive().optional(),
  /** The tool call that the request was made for, and the id of the request to `/mcp` that called it; absent in any other. */
  through: toolCallOrigin.optional(),
  /** The occurrence of Sluice that the event tells of; absent in the event of a request. */
  occurrence: occurrenceOrigin.optional(),
  /** Absent in the event of a request that repeats none. */
  repeat: repeatMark.optional(),
})
export type ExchangeEvent = z.infer<typeof exchangeEvent>

/** A write that was forwarded. Adopted without its end, it becomes an event with `outcome: "unknown"`. */
export const startedFrame = exchangeEvent.omit({
  outcome: true,
  aborted: true,
  durationMs: true,
  response: true,
  turnedAway: true,
  occurrence: true,
  repeat: true,
})
export type StartedFrame = z.infer<typeof startedFrame>

/** An event and the captured bytes of its two bodies (empty where nothing was captured). */
export type RecordedExchange = { event: ExchangeEvent; requestBody: Uint8Array; responseBody: Uint8Array }

export type DecodedExchange =
  | { kind: 'event'; exchange: RecordedExchange }
  /** A newer major version: no poison, the reader has to be upgraded. */
  | { kind: 'newer'; schemaVersion: number }
  | { kind: 'unreadable'; reason: string }
