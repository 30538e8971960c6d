import { z } from 'zod'
import { principal } from '../access/principal.ts'
import { wireDate } from '../json/wire-values.ts'
import { loggedParts } from './execution.ts'

/** A recording: all exchanges of a minute, whatever the conditions (docs/reference/events.md#recordings-and-tails). */
export const shownRecording = z
  .object({
    _id: z.string(),
    state: z.enum(['running', 'ended']),
    startedAt: wireDate,
    endsAt: wireDate,
  })
  .meta({
    id: 'Recording',
    examples: [
      { _id: '019aa6ba', state: 'running', startedAt: { $date: 1795514401000 }, endsAt: { $date: 1795514461000 } },
    ],
  })

/** An exchange in a recording, with its parts in the forms of the log. */
const recordedExchange = z
  .object({
    _id: z.string(),
    timestamp: wireDate,
    durationMs: z.number(),
    matched: z.array(z.string()),
    via: principal.shape.via.meta({ description: 'How the caller has signed in.' }),
    client: z.string().optional().meta({ description: 'What the program has said of itself in `Sluice-Client`.' }),
    incomingRequest: loggedParts.incomingRequest,
    incomingResponse: loggedParts.incomingResponse,
    turnedAway: loggedParts.turnedAway,
    through: loggedParts.through,
  })
  .meta({ id: 'RecordedExchange' })
export type ShownExchange = z.infer<typeof recordedExchange>

/** What a webhook on exchanges like these could look like. `variables`: names for its template, of what was seen. */
const suggestion = z.object({ condition: z.string(), variables: z.array(z.string()), events: z.int() })
export type WebhookSuggestion = z.infer<typeof suggestion>

/**
 * A recording with what it holds so far: the newest 500 exchanges. `total` counts to 2,000. Bodies are left out, and
 * marked as cut, when 4 MiB are full.
 */
export const recordingDetail = shownRecording
  .and(
    z
      .object({
        secondsLeft: z.int(),
        total: z.int(),
        events: z.array(recordedExchange),
        suggestions: z.array(suggestion),
      })
      .meta({ examples: [{ secondsLeft: 48, total: 0, events: [], suggestions: [] }] }),
  )
  .meta({ id: 'RecordingDetail' })
