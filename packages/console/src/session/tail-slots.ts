/**
 * A browser has six connections to one origin, for all its tabs together, so two tails are open at most. The tabs agree by
 * messages alone: locks are not there over plain HTTP, and a tab that is closed answers no more.
 */
type SlotMessage =
  | { kind: 'claim'; by: string; at: number }
  | { kind: 'held'; by: string; to: string }
  | { kind: 'take'; from: string }

export type TailSlot = { release(): void }

type SlotWish = {
  signal: AbortSignal
  /** One of the others ends for it. */
  isForced: boolean
  /** Another tab has taken it over. */
  onLost(): void
}

const NAME = 'sluice.tails'
const MOST_OPEN = 2
/** Tabs of one browser answer within some milliseconds. */
const ANSWER_MS = 250

/** @returns undefined where the others have all, or it is not wanted any more */
export async function takeTailSlot({ signal, isForced, onLost }: SlotWish): Promise<TailSlot | undefined> {
  const own = { by: newId(), at: Date.now() }
  const channel = new BroadcastChannel(NAME)
  const holders = new Set<string>()
  let isHeld = false
  channel.addEventListener('message', ({ data }: MessageEvent<SlotMessage>) => {
    if (data.kind === 'held' && data.to === own.by) holders.add(data.by)
    if (data.kind === 'take' && data.from === own.by) onLost()
    if (data.kind !== 'claim') return
    const isFirst = data.at > own.at || (data.at === own.at && data.by > own.by)
    if (isHeld || isFirst) tell(channel, { kind: 'held', by: own.by, to: data.by })
  })
  tell(channel, { kind: 'claim', by: own.by, at: own.at })
  await new Promise(resolve => setTimeout(resolve, ANSWER_MS))
  const [oldest] = holders
  const isFull = holders.size >= MOST_OPEN && oldest !== undefined
  if (signal.aborted || (isFull && !isForced)) {
    channel.close()
    return undefined
  }
  if (isFull) tell(channel, { kind: 'take', from: oldest })
  isHeld = true
  return { release: () => channel.close() }
}

const tell = (channel: BroadcastChannel, message: SlotMessage): void => channel.postMessage(message)

/** `randomUUID` is not there over plain HTTP. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
