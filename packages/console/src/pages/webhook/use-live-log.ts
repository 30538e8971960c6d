import { useEffect, useRef, useState } from 'react'
import { type DeliveryEntry, logsApi } from '../../api/logs.ts'
import { emptyLiveLog, type LiveUpdate, withUpdates } from '../../domain/webhooks/live-log.ts'
import { takeTailSlot } from '../../session/tail-slots.ts'
import { useSeen } from '../../state/use-seen.ts'

/** `elsewhere`: other tabs have the tails that a browser may have. `resting`: the tab is hidden. */
export type LiveState =
  | { kind: 'opening' | 'live' | 'elsewhere' | 'resting' | 'over' }
  | { kind: 'refused'; error: unknown }

/** A hidden tab lets go after this, and goes on from the last entry when it is seen again. */
const HIDDEN_MS = 30_000
const RENDER_EVERY_MS = 250

/** Follows the log of a webhook: what has come, and how it stands with the tail. */
export function useLiveLog(webhook: string) {
  const [log, setLog] = useState(emptyLiveLog<DeliveryEntry>)
  const [state, setState] = useState<LiveState>({ kind: 'opening' })
  const [forced, setForced] = useState(0)
  const isSeen = useSeen(HIDDEN_MS)
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (!isSeen) return setState({ kind: 'resting' })
    const ending = new AbortController()
    const batch = openBatch(updates => setLog(old => withUpdates(old, updates)))
    void follow({ webhook, last, ending, isForced: forced > 0, onState: setState, onUpdate: batch.add })
    return () => {
      ending.abort()
      batch.close()
    }
  }, [webhook, isSeen, forced])
  return { log, state, takeOver: () => setForced(count => count + 1) }
}

type Following = {
  webhook: string
  /** The last entry that came, from which a tail goes on. */
  last: { current: string | undefined }
  ending: AbortController
  isForced: boolean
  onState(state: LiveState): void
  onUpdate(update: LiveUpdate<DeliveryEntry>): void
}

/** Follows until nobody wants it any more. A connection that breaks comes back by itself. */
async function follow({ webhook, last, ending, isForced, onState, onUpdate }: Following): Promise<void> {
  const { signal } = ending
  const lose = () => {
    ending.abort()
    onState({ kind: 'elsewhere' })
  }
  onState({ kind: 'opening' })
  const slot = await takeTailSlot({ signal, isForced, onLost: lose })
  if (signal.aborted) return slot?.release()
  if (!slot) return onState({ kind: 'elsewhere' })
  try {
    onState({ kind: 'live' })
    for await (const update of logsApi.tail(webhook, { signal, after: last.current })) {
      if (update.event === 'entry') last.current = update.id
      onUpdate(update)
    }
    if (!signal.aborted) onState({ kind: 'over' })
  } catch (error) {
    if (!signal.aborted) onState({ kind: 'refused', error })
  } finally {
    slot.release()
  }
}

/** Gathers what comes, so that it is drawn four times a second at most. */
function openBatch(flush: (updates: readonly LiveUpdate<DeliveryEntry>[]) => void) {
  let waiting: LiveUpdate<DeliveryEntry>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    const updates = waiting
    waiting = []
    flush(updates)
  }
  return {
    add(update: LiveUpdate<DeliveryEntry>): void {
      waiting.push(update)
      timer ??= setTimeout(run, RENDER_EVERY_MS)
    },
    /** What waits is told first, as a tail goes on behind it. */
    close(): void {
      clearTimeout(timer)
      if (waiting.length > 0) run()
    },
  }
}
