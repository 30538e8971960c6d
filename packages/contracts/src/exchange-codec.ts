import { type DecodedExchange, EVENT_SCHEMA_VERSION, exchangeEvent, type RecordedExchange } from './exchange-event.ts'

const LENGTH_BYTES = 4
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The bytes of an event on the bus: length of the metadata (4 bytes, big-endian), metadata as JSON, request body,
 * response body. Bodies stay raw: escaping two of 53 kB as JSON costs ten times what framing them does.
 * @param headroom bytes in front of them, for the caller to fill in, so that nothing is copied to put something there
 */
export function encodeExchange({ event, requestBody, responseBody }: RecordedExchange, headroom = 0): Buffer {
  const metadata = JSON.stringify({ ...event, requestBytes: requestBody.length })
  const metadataAt = headroom + LENGTH_BYTES
  const requestAt = metadataAt + Buffer.byteLength(metadata)
  const responseAt = requestAt + requestBody.length
  const frame = Buffer.allocUnsafe(responseAt + responseBody.length)
  frame.writeUInt32BE(requestAt - metadataAt, headroom)
  frame.write(metadata, metadataAt)
  frame.set(requestBody, requestAt)
  frame.set(responseBody, responseAt)
  return frame
}

/** Reads what `encodeExchange` wrote; never throws. Unknown fields are ignored, a newer major version is told apart. */
export function decodeExchange(frame: Uint8Array): DecodedExchange {
  const metadata = readMetadata(frame)
  if (metadata.kind !== 'metadata') return metadata
  const { value, end } = metadata
  const schemaVersion = readInteger(value, 'schemaVersion')
  if (schemaVersion !== undefined && schemaVersion > EVENT_SCHEMA_VERSION) return { kind: 'newer', schemaVersion }
  const parsed = exchangeEvent.safeParse(value)
  if (!parsed.success)
    return undecodable(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const requestBytes = readInteger(value, 'requestBytes')
  if (requestBytes === undefined || requestBytes < 0 || end + requestBytes > frame.length)
    return undecodable('the length of the request body is missing or does not fit the frame')
  return {
    kind: 'event',
    exchange: {
      event: parsed.data,
      requestBody: frame.subarray(end, end + requestBytes),
      responseBody: frame.subarray(end + requestBytes),
    },
  }
}

type Metadata = { kind: 'metadata'; value: unknown; end: number } | { kind: 'undecodable'; reason: string }

function readMetadata(frame: Uint8Array): Metadata {
  if (frame.length < LENGTH_BYTES) return undecodable('shorter than its own length field')
  const length = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0)
  const end = LENGTH_BYTES + length
  if (end > frame.length) return undecodable('the metadata is longer than the frame')
  try {
    return { kind: 'metadata', value: JSON.parse(decoder.decode(frame.subarray(LENGTH_BYTES, end))), end }
  } catch {
    return undecodable('the metadata is not JSON')
  }
}

function readInteger(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return Number.isSafeInteger(found) ? Number(found) : undefined
}

const undecodable = (reason: string) => ({ kind: 'undecodable', reason }) as const
