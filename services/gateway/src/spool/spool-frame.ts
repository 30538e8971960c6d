import { frameId } from '../domain/event-frame.ts'
import { lengthOf, type RecordPayload } from '../domain/spool-codec.ts'

/** A frame of `event-frame.ts` that writes itself. */
export type SpoolFrame = RecordPayload & { readonly id: string }

/** A payload that stands somewhere already, in one or several pieces. */
export class CopiedPayload implements RecordPayload {
  private readonly parts: readonly Uint8Array[]

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
  }

  mostBytes(): number {
    return lengthOf(this.parts)
  }

  writeTo(block: Buffer, at: number): number {
    let end = at
    for (const part of this.parts) {
      block.set(part, end)
      end += part.length
    }
    return end
  }
}

/** A frame in one or several pieces; the id is in the first. */
export type FrameParts = readonly [Buffer, ...Uint8Array[]]

/** A frame that stands somewhere already. */
export class CopiedFrame extends CopiedPayload implements SpoolFrame {
  readonly id: string

  constructor(parts: FrameParts) {
    super(parts)
    this.id = frameId(parts[0])
  }
}

/** A frame that is text from its first byte to its last. */
export class TextFrame implements SpoolFrame {
  readonly id: string
  private readonly text: string

  constructor(id: string, text: string) {
    this.id = id
    this.text = text
  }

  mostBytes(): number {
    return this.text.length * MOST_BYTES_A_UNIT
  }

  writeTo(block: Buffer, at: number): number {
    return at + block.write(this.text, at)
  }
}

/** Bytes of UTF-8 that a unit of a string takes at most. */
export const MOST_BYTES_A_UNIT = 3
