import type { RecordedExchange } from '@sluice/contracts'
import type { Occurrence, OccurrenceStamp } from '../../ports/occurrence-store.ts'

/** No request has it: no collection's name begins so, and the gateway has nothing there. */
const OCCURRENCES = '/_sluice'

type OccurrenceFacts = { occurrence: Occurrence; stamp: OccurrenceStamp; serviceId: string }

/** An occurrence in the form of a recorded exchange: nobody has asked for it and nothing was answered. */
export function occurrenceExchange({ occurrence, stamp, serviceId }: OccurrenceFacts): RecordedExchange {
  const { eventId, name, at, about, body } = occurrence
  const requestBody = Buffer.from(body)
  return {
    event: {
      schemaVersion: 1,
      id: eventId,
      service: { id: serviceId },
      at,
      durationMs: 0,
      outcome: 'completed',
      aborted: false,
      webhooksSequence: stamp.sequence,
      changesEpoch: stamp.epoch,
      // Whom it is about does not hear of it: it could do nothing but fail once more.
      chain: about.webhookId === undefined ? [] : [about.webhookId],
      principal: { id: null, roles: [], via: 'none' },
      request: {
        method: 'POST',
        path: `${OCCURRENCES}/${name}`,
        query: '',
        headers: [['content-type', 'application/json']],
        remoteAddress: '::1',
        secure: true,
        body: { state: 'captured', length: requestBody.length, truncated: false },
      },
      response: null,
      occurrence: { name, audience: [...stamp.audience] },
    },
    requestBody,
    responseBody: Buffer.alloc(0),
  }
}
