import { type DecodedExchange, EVENT_SCHEMA_VERSION, exchangeEvent, type RecordedExchange } from './exchange-event.ts'

const LENGTH_BYTES = 4
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bodies that are larger together are not copied behind the metadata. */
const COPIED_BYTES = 16 * 1024

/**
 * The bytes of an event on the bus: length of the metadata (4 bytes, big-endian), metadata as JSON, request body,
 * response body. Bodies stay raw: escaping two of 53 kB as JSON costs ten times what framing them does.
 */
export const encodeExchange = (recorded: RecordedExchange): Buffer => Buffer.concat(encodeExchangeParts(recorded))

/**
 * The same in one or several pieces, large bodies being pieces as they are.
 * @param headroom bytes in front of the first, for the caller to fill in
 */
export function encodeExchangeParts({ event, ...bodies }: RecordedExchange, headroom = 0): [Buffer, ...Uint8Array[]] {
  return frameExchange(JSON.stringify({ ...event, requestBytes: bodies.requestBody.length }), bodies, headroom)
}

/** The same for an event that is text already. @param metadata its JSON, with the length of the request body as `requestBytes` */
export function frameExchange(
  metadata: string,
  { requestBody, responseBody }: Omit<RecordedExchange, 'event'>,
  headroom = 0,
): [Buffer, ...Uint8Array[]] {
  const metadataAt = headroom + LENGTH_BYTES
  const requestAt = metadataAt + Buffer.byteLength(metadata)
  const bodyBytes = requestBody.length + responseBody.length
  const isCopied = bodyBytes <= COPIED_BYTES
  const first = Buffer.allocUnsafe(requestAt + (isCopied ? bodyBytes : 0))
  first.writeUInt32BE(requestAt - metadataAt, headroom)
  first.write(metadata, metadataAt)
  if (!isCopied) return [first, requestBody, responseBody]
  first.set(requestBody, requestAt)
  first.set(responseBody, requestAt + requestBody.length)
  return [first]
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
    return unreadable(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const requestBytes = readInteger(value, 'requestBytes')
  if (requestBytes === undefined || requestBytes < 0 || end + requestBytes > frame.length)
    return unreadable('the length of the request body is missing or does not fit the frame')
  return {
    kind: 'event',
    exchange: {
      event: parsed.data,
      requestBody: frame.subarray(end, end + requestBytes),
      responseBody: frame.subarray(end + requestBytes),
    },
  }
}

type Metadata = { kind: 'metadata'; value: unknown; end: number } | { kind: 'unreadable'; reason: string }

function readMetadata(frame: Uint8Array): Metadata {
  if (frame.length < LENGTH_BYTES) return unreadable('shorter than its own length field')
  const length = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0)
  const end = LENGTH_BYTES + length
  if (end > frame.length) return unreadable('the metadata is longer than the frame')
  try {
    return { kind: 'metadata', value: JSON.parse(decoder.decode(frame.subarray(LENGTH_BYTES, end))), end }
  } catch {
    return unreadable('the metadata is not JSON')
  }
}

function readInteger(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return Number.isSafeInteger(found) ? Number(found) : undefined
}

const unreadable = (reason: string) => ({ kind: 'unreadable', reason }) as const
