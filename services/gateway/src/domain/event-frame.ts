/** What the spool keeps of an event or a started frame: id, trace and the bytes for the bus, with nothing to parse. */
export type EventFrame = { id: string; traceparent: string; value: Buffer }

const ID_LENGTH = 36
const TRACE_LENGTH = 55
/** What a frame has in front of its value. */
export const FRAME_HEADROOM = ID_LENGTH + TRACE_LENGTH

export function encodeFrame({ id, traceparent, value }: EventFrame): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADROOM + value.length)
  frame.set(value, FRAME_HEADROOM)
  return fillFrame(frame, { id, traceparent })
}

/** @param frame bytes whose value, or its beginning, stands behind the headroom already @returns the same */
export function fillFrame(frame: Buffer, { id, traceparent }: Pick<EventFrame, 'id' | 'traceparent'>): Buffer {
  frame.write(id.padEnd(ID_LENGTH), 0, 'latin1')
  frame.write(traceparent.padEnd(TRACE_LENGTH), ID_LENGTH, 'latin1')
  return frame
}

/** What a frame has in front of its value, as text. */
export const frameHead = ({ id, traceparent }: Pick<EventFrame, 'id' | 'traceparent'>): string =>
  id.padEnd(ID_LENGTH) + traceparent.padEnd(TRACE_LENGTH)

export function decodeFrame(frame: Buffer): EventFrame {
  return {
    id: frameId(frame),
    traceparent: frame.toString('latin1', ID_LENGTH, FRAME_HEADROOM),
    value: frame.subarray(FRAME_HEADROOM),
  }
}

export const frameId = (frame: Buffer): string => frame.toString('latin1', 0, ID_LENGTH)
