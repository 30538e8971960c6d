import { useEffect, useState } from 'react'
import type { TailEntry, TailLog } from '../../domain/tails/tail-log.ts'
import { type TailMark, tailMark } from '../../state/tail-mark.ts'
import type { FollowedTail } from './use-tail.ts'

/** A tail as it is shown: paused, or scrolled away from its top, nothing moves. */
export function useStillTail<Entry extends TailEntry>(tail: FollowedTail<Entry>) {
  const [isPaused, setIsPaused] = useState(false)
  const isAway = useScrolledAway()
  const [shown, setShown] = useState<TailLog<Entry>>(tail.log)
  const isStill = (isPaused || isAway) && tail.log.total > 0
  useEffect(() => {
    if (!isStill) setShown(tail.log)
  }, [tail.log, isStill])
  useTailMark(isPaused && tail.state.kind === 'live' ? 'paused' : tail.state.kind)
  return {
    ...tail,
    /** What is shown, which may be older than what has come. */
    shown,
    isPaused,
    flip: () => setIsPaused(old => !old),
  }
}

export type StillTail<Entry extends TailEntry> = ReturnType<typeof useStillTail<Entry>>

/** The top bar shows the state of the tail, wherever one has scrolled to. */
function useTailMark(mark: TailMark): void {
  useEffect(() => tailMark.set(mark), [mark])
  useEffect(() => () => tailMark.set(undefined), [])
}

const TOP_PX = 400

/** Whether one reads farther down, where rows that come in above would move the text. */
function useScrolledAway(): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const look = () => setIsAway(scrollY > TOP_PX)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return isAway
}
