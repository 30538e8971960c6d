import type { TailOptions } from '@sluice/sdk'
import { useEffect, useRef, useState } from 'react'
import { emptyTailLog, type FollowedUpdate, type TailEntry, withUpdates } from '../../domain/tails/tail-log.ts'
import { takeTailSlot } from '../../session/tail-slots.ts'
import { useSeen } from '../../state/use-seen.ts'

/** `elsewhere`: other tabs have the tails that a browser may have. `resting`: the tab is hidden. */
export type TailState =
  | { kind: 'opening' | 'live' | 'elsewhere' | 'resting' | 'over' }
  | { kind: 'refused'; error: unknown }

type NumberedUpdate<Entry extends TailEntry> = FollowedUpdate<Entry> & { id?: string }

export type TailSource<Entry extends TailEntry> = {
  /** What is followed; another name is another tail. */
  name: string
  open(options: TailOptions): AsyncIterable<NumberedUpdate<Entry>>
}

/** A hidden tab lets go after this, and goes on from the last message when it is seen again. */
const HIDDEN_MS = 30_000
const RENDER_EVERY_MS = 250

/** Follows a tail: what has come, and how it stands with it. */
export function useTail<Entry extends TailEntry>({ name, open }: TailSource<Entry>) {
  const [log, setLog] = useState(emptyTailLog<Entry>)
  const [state, setState] = useState<TailState>({ kind: 'opening' })
  const [forced, setForced] = useState(0)
  const isSeen = useSeen(HIDDEN_MS)
  const last = useRef<string>(undefined)
  const opening = useRef(open)
  useEffect(() => {
    opening.current = open
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another tail, which `open` opens.
  useEffect(() => {
    if (!isSeen) return setState({ kind: 'resting' })
    const ending = new AbortController()
    const batch = openBatch<Entry>(updates => setLog(old => withUpdates(old, updates)))
    const source = opening.current
    void follow({ open: source, last, ending, isForced: forced > 0, onState: setState, onUpdate: batch.add })
    return () => {
      ending.abort()
      batch.close()
    }
  }, [name, isSeen, forced])
  return {
    log,
    state,
    takeOver: () => setForced(count => count + 1),
    /** Forgets what has come; the tail goes on. */
    clear: () => setLog(emptyTailLog<Entry>()),
  }
}

export type FollowedTail<Entry extends TailEntry> = ReturnType<typeof useTail<Entry>>

type Following<Entry extends TailEntry> = {
  open: TailSource<Entry>['open']
  /** The message that came last, from which a tail goes on. */
  last: { current: string | undefined }
  ending: AbortController
  isForced: boolean
  onState(state: TailState): void
  onUpdate(update: FollowedUpdate<Entry>): void
}

/** Follows until nobody wants it any more. A connection that breaks comes back by itself. */
async function follow<Entry extends TailEntry>(following: Following<Entry>): Promise<void> {
  const { open, last, ending, isForced, onState, onUpdate } = following
  const { signal } = ending
  const lose = () => {
    ending.abort()
    onState({ kind: 'elsewhere' })
  }
  onState({ kind: 'opening' })
  const slot = await takeTailSlot({ signal, isForced, onLost: lose })
  if (signal.aborted) return slot?.release()
  if (!slot) return onState({ kind: 'elsewhere' })
  const onConnection = (isStanding: boolean) => {
    if (!signal.aborted) onState({ kind: isStanding ? 'live' : 'opening' })
  }
  try {
    for await (const update of open({ signal, after: last.current, onConnection })) {
      if (update.event !== 'gap') last.current = update.id
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
function openBatch<Entry extends TailEntry>(flush: (updates: readonly FollowedUpdate<Entry>[]) => void) {
  let waiting: FollowedUpdate<Entry>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    const updates = waiting
    waiting = []
    flush(updates)
  }
  return {
    add(update: FollowedUpdate<Entry>): void {
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
