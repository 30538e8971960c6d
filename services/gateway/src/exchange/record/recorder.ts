import { encodeExchangeParts, type RecordedExchange, type StartedFrame, startedFrame } from '@sluice/contracts'
import { FRAME_HEADROOM, fillFrame } from '../../domain/event-frame.ts'
import { createGraphqlRedaction } from '../../domain/redact/graphql-redaction.ts'
import { createDiskPatience } from './disk-patience.ts'
import { bodyText, type RecordingSubject, requestText } from './exchange-text.ts'
import { ExchangeRecording, NO_BODY, NOBODY, type RecordingWays } from './recording.ts'
import { createSlabPool } from './slab-pool.ts'

export type ExchangeRecorder = {
  /** @returns undefined when nothing wants the event; `full` when there is no room for it */
  begin(subject: RecordingSubject): ExchangeRecording | undefined | 'full'
  /** The request of an event, secrets masked and without a body; undefined when nothing wants the event. */
  describe(subject: RecordingSubject): StartedFrame | undefined
  /** Keeps an event that is complete. @returns undefined when there is no room; else it resolves when the event is kept */
  keep(recorded: RecordedExchange, traceparent: string): Promise<void> | undefined
  /** How many have begun and are not in the spool yet. */
  openCount(): number
}

type Dependencies = Pick<RecordingWays, 'spool' | 'serviceId' | 'captureBytes' | 'eventSequence'> & {
  /** How long a request waits for the disk to take its event. */
  patienceMs?: number | undefined
  /** What is done when there is no room for an event. */
  whenFull: 'reject' | 'shed'
  wantsEvents(): boolean
  onShed(): void
}

/** Request and response headers, escaped, and the rest of the metadata. */
const METADATA_BYTES = 128 * 1024
/** For as many large bodies at once as one process has in flight when it is busy: 4 MiB. */
const KEPT_SLABS = 64
/** Few clients and balancers wait longer for an answer. */
const DEFAULT_PATIENCE_MS = 30_000

export function createRecorder(needs: Dependencies): ExchangeRecorder {
  const { spool, serviceId, captureBytes, eventSequence, patienceMs = DEFAULT_PATIENCE_MS } = needs
  let open = 0
  const onSettled = () => {
    open -= 1
  }
  const slabs = createSlabPool(captureBytes, KEPT_SLABS)
  const patience = createDiskPatience(patienceMs)
  const parts: RecordingWays = { spool, serviceId, captureBytes, slabs, patience, eventSequence, onSettled }
  return {
    openCount: () => open,
    begin(subject) {
      if (!needs.wantsEvents()) return undefined
      const room = METADATA_BYTES + (subject.recordsBodies ? 2 * captureBytes : 0)
      if (spool.reserve(room)) {
        open += 1
        return new ExchangeRecording(parts, subject, room)
      }
      if (needs.whenFull === 'reject') return 'full'
      needs.onShed()
      return undefined
    },
    describe(subject) {
      if (!needs.wantsEvents()) return undefined
      const graphql = subject.isGraphql ? createGraphqlRedaction() : undefined
      const known = { principal: NOBODY, permission: undefined, needsCredentials: undefined }
      const { front, back } = requestText(subject, { serviceId, sequence: eventSequence(), graphql, ...known })
      return startedFrame.parse(JSON.parse(`{${front}${bodyText(NO_BODY)}${back}}`))
    },
    keep(recorded, traceparent) {
      const framed = encodeExchangeParts(recorded, FRAME_HEADROOM)
      fillFrame(framed[0], { id: recorded.event.id, traceparent })
      const room = framed.reduce((sum, part) => sum + part.length, 0)
      if (!spool.reserve(room)) return undefined
      open += 1
      return new Promise(resolve => {
        spool.finish(framed, () => {
          spool.release(room)
          onSettled()
          resolve()
        })
      })
    },
  }
}
