import type { Document } from '@sluice/store'
import { z } from 'zod'
import { type EventRow, eventRow, type LoggedBody } from '../../domain/execution/execution.ts'

/**
 * An event as it is stored. Nothing in it is looked for but its id and what it matched, so the rest is one text: the store
 * copies it instead of taking it apart, for every row of a page.
 */
const storedEvent = z.object({ _id: z.string(), matched: z.array(z.string()), json: z.string() })
export type StoredEvent = z.infer<typeof storedEvent>

/** The texts of an event's bodies, in a collection of their own, so that they can be dropped without the event. */
export const bodiesRow = z.object({ _id: z.string(), request: z.string(), response: z.string() })
export type BodiesRow = z.infer<typeof bodiesRow>

/** An event with the texts of its bodies in one row. */
export const packWhole = ({ _id, matched, ...rest }: EventRow): StoredEvent => ({
  _id,
  matched,
  json: JSON.stringify(rest),
})

/** An event without the texts of its bodies, and these where there are any. */
export function packEvent(row: EventRow): { event: StoredEvent; bodies: BodiesRow | undefined } {
  const { requestBody, responseBody } = row
  const hasText = requestBody.text !== '' || responseBody.text !== ''
  return {
    event: packWhole({ ...row, requestBody: withoutText(requestBody), responseBody: withoutText(responseBody) }),
    bodies: hasText ? { _id: row._id, request: requestBody.text, response: responseBody.text } : undefined,
  }
}

/** Characters of both bodies at most with which they stand in the row of their event, where it is a row of its own. */
const SMALL_BODIES = 2_048

/** Whether the bodies cost a list less in the row than a row of their own costs the store. */
export const hasSmallBodies = ({ requestBody, responseBody }: EventRow): boolean =>
  requestBody.text.length + responseBody.text.length <= SMALL_BODIES

/** @returns undefined for a row that got in some other way and is not readable */
export function unpackEvent(document: Document): EventRow | undefined {
  const stored = storedEvent.safeParse(document).data
  if (!stored) return undefined
  const { _id, matched, json } = stored
  return eventRow.safeParse({ ...readObject(json), _id, matched }).data
}

function readObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Bodies as one line of a block. */
export const bodiesLine = ({ request, response }: BodiesRow): string => JSON.stringify({ request, response })

/** @returns undefined for a line that is no JSON of bodies */
export const unpackBodies = (_id: string, line: string): BodiesRow | undefined =>
  bodiesRow.safeParse({ ...readObject(line), _id }).data

/** Whether no text is missing. */
export const isWhole = ({ requestBody, responseBody }: EventRow): boolean =>
  !isMissing(requestBody) && !isMissing(responseBody)

/** The event with its texts; a body whose text is not kept any more says so. */
export function joinEvent(event: EventRow, bodies: BodiesRow | undefined): EventRow {
  return {
    ...event,
    requestBody: joinBody(event.requestBody, bodies?.request),
    responseBody: joinBody(event.responseBody, bodies?.response),
  }
}

export const withoutTexts = (event: EventRow): EventRow => ({
  ...event,
  requestBody: withoutText(event.requestBody),
  responseBody: withoutText(event.responseBody),
})

const withoutText = (body: LoggedBody): LoggedBody => ({ ...body, text: '' })

const isMissing = ({ state, length, text }: LoggedBody): boolean => state === 'captured' && length > 0 && text === ''

function joinBody(body: LoggedBody, text: string | undefined): LoggedBody {
  if (!isMissing(body)) return body
  return text === undefined ? { ...body, state: 'dropped' } : { ...body, text }
}
