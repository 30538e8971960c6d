import { frameHead } from '../../domain/event-frame.ts'
import { MOST_BYTES_A_UNIT, type SpoolFrame } from '../../spool/spool-frame.ts'
import type { BodySink } from './body-sink.ts'

/** An event that can be written. `metadata`: its JSON, with the length of the request body as `requestBytes`. */
export type EventContent = { metadata: string; sent: BodySink | Buffer; returned: BodySink | Buffer }

/** The event of a request in both forms. */
export type EventDraft = {
  place: { id: string; traceparent: string }
  /** The event with its bodies as they passed by; undefined where they can't be judged by themselves. */
  plain: EventContent | undefined
  /** Tells whether nothing is to be taken out of these bodies. */
  isPlain(sent: Buffer, returned: Buffer): boolean
  /** The event without what must not be recorded. */
  redacted(): EventContent
}

/** Stands for the length of the metadata until that is known. */
const LENGTH = '\0\0\0\0'
const LENGTH_BYTES = 4

/**
 * The frame of an event in the making, as `encodeFrame` and `encodeExchange` would give it. Bodies are copied once, into
 * their place in the spool, and are searched for secrets there. Few hold any: then the event is written anew without them.
 */
export class ExchangeFrame implements SpoolFrame {
  readonly id: string
  private readonly head: string
  private readonly draft: EventDraft
  private content: EventContent
  private isJudged: boolean

  constructor(draft: EventDraft) {
    this.id = draft.place.id
    this.head = frameHead(draft.place) + LENGTH
    this.draft = draft
    this.isJudged = draft.plain === undefined
    this.content = draft.plain ?? draft.redacted()
  }

  mostBytes(): number {
    const { metadata, sent, returned } = this.content
    return this.head.length + metadata.length * MOST_BYTES_A_UNIT + bytesOf(sent) + bytesOf(returned)
  }

  writeTo(block: Buffer, at: number): number | undefined {
    const { metadata, sent, returned } = this.content
    const sentAt = at + block.write(this.head + metadata, at)
    const metadataAt = at + this.head.length
    block.writeUInt32BE(sentAt - metadataAt, metadataAt - LENGTH_BYTES)
    const returnedAt = put(sent, block, sentAt)
    const end = put(returned, block, returnedAt)
    if (this.isJudged) return end
    this.isJudged = true
    if (this.draft.isPlain(block.subarray(sentAt, returnedAt), block.subarray(returnedAt, end))) return end
    block.fill(0, at, end)
    this.content = this.draft.redacted()
    return undefined
  }
}

export const bytesOf = (body: BodySink | Buffer): number => (Buffer.isBuffer(body) ? body.length : body.keptBytes())

/** @returns where the body ends */
function put(body: BodySink | Buffer, block: Buffer, at: number): number {
  if (!Buffer.isBuffer(body)) return body.copyTo(block, at)
  block.set(body, at)
  return at + body.length
}
