import { BSON } from 'mongodb'

/**
 * One message of MongoDB's wire protocol: length (4 bytes), id (4), id of the request that it answers (4), kind (4), body.
 * All numbers are little-endian.
 */
export type WireMessage = Buffer

const LENGTH_BYTES = 4
const ID_AT = 4
const KIND_AT = 12
const HEADER_BYTES = 16
const OP_QUERY = 2004
const OP_MSG = 2013
const BSON_TEXT = 2
const FLAGS_BYTES = 4
const TYPE_BYTES = 1

/** Splits what was received into whole messages and the rest. */
export function splitMessages(received: Buffer): { messages: WireMessage[]; rest: Buffer } {
  const messages: WireMessage[] = []
  let at = 0
  while (received.length - at >= LENGTH_BYTES) {
    const length = received.readInt32LE(at)
    if (length < HEADER_BYTES || received.length - at < length) break
    messages.push(received.subarray(at, at + length))
    at += length
  }
  return { messages, rest: received.subarray(at) }
}

/** What a request asks for, as `find` or `insert`: the first name of its document. Empty where it has none. */
export function commandOf(message: WireMessage): string {
  const at = documentAt(message)
  if (at === undefined) return ''
  const start = at + LENGTH_BYTES + TYPE_BYTES
  const end = message.indexOf(0, start)
  return end === -1 ? '' : message.toString('utf8', start, end)
}

/** The collection that a request is about: the value of that name. Empty where it is no text. */
export function collectionOf(message: WireMessage): string {
  const at = documentAt(message)
  if (at === undefined || message[at + LENGTH_BYTES] !== BSON_TEXT) return ''
  const end = message.indexOf(0, at + LENGTH_BYTES + TYPE_BYTES)
  // The length of the text counts the zero behind it.
  const start = end + 1 + LENGTH_BYTES
  return end === -1 ? '' : message.toString('utf8', start, message.indexOf(0, start))
}

function documentAt(message: WireMessage): number | undefined {
  switch (message.readInt32LE(KIND_AT)) {
    case OP_MSG:
      return HEADER_BYTES + FLAGS_BYTES + TYPE_BYTES
    case OP_QUERY: {
      // Flags, name of the collection, numbers to skip and to return.
      const end = message.indexOf(0, HEADER_BYTES + FLAGS_BYTES)
      return end === -1 ? undefined : end + 1 + 2 * LENGTH_BYTES
    }
    default:
      return undefined
  }
}

/** The answer of a server that does not do what was asked. @param code as MongoDB numbers its errors */
export function refusalOf(message: WireMessage, { code, name }: { code: number; name: string }): WireMessage {
  const document = BSON.serialize({ ok: 0, errmsg: `refused by the rig: ${name}`, code, codeName: name })
  const answer = Buffer.alloc(HEADER_BYTES + FLAGS_BYTES + TYPE_BYTES + document.length)
  answer.writeInt32LE(answer.length, 0)
  answer.writeInt32LE(message.readInt32LE(ID_AT), 2 * LENGTH_BYTES)
  answer.writeInt32LE(OP_MSG, KIND_AT)
  answer.set(document, HEADER_BYTES + FLAGS_BYTES + TYPE_BYTES)
  return answer
}
