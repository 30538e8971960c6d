import type { DescribedExchange, RecordedExchange } from '@sluice/contracts'

export type RecordedFacts = { id: string; serviceId: string; at: number }

/** An exchange that a client describes, in the form of a recorded one. @param id a UUIDv7 */
export function toRecorded(
  { request, response }: DescribedExchange,
  { id, serviceId, at }: RecordedFacts,
): RecordedExchange {
  const requestBody = bytesOf(request.body)
  const responseBody = bytesOf(response?.body)
  return {
    event: {
      schemaVersion: 1,
      id,
      service: { id: serviceId },
      at,
      durationMs: 0,
      outcome: 'completed',
      aborted: false,
      webhooksSequence: 0,
      chain: [],
      principal: { id: null, roles: [], via: 'none' },
      request: {
        method: request.method.toUpperCase(),
        path: request.path,
        query: request.query,
        headers: Object.entries(request.headers),
        remoteAddress: '192.0.2.1',
        secure: true,
        body: captured(requestBody),
      },
      response: response
        ? { statusCode: response.statusCode, headers: Object.entries(response.headers), body: captured(responseBody) }
        : null,
    },
    requestBody,
    responseBody,
  }
}

const bytesOf = (body: unknown): Uint8Array => Buffer.from(body === undefined ? '' : JSON.stringify(body))

const captured = ({ length }: Uint8Array) =>
  ({ state: length > 0 ? 'captured' : 'none', length, truncated: false }) as const
