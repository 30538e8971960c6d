import { Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TailEntry } from '../../domain/tails/tail-log.ts'
import { Button } from '../button.tsx'
import list from '../list/list.module.css'
import type { StillTail } from './use-still-tail.ts'
import type { TailState } from './use-tail.ts'

type TailHeadProps<Entry extends TailEntry> = {
  tail: StillTail<Entry>
  /** What stands there while it is live. */
  says: string
  /** Further actions. */
  children?: ReactNode
}

/** The head of a list that is followed: how it stands with the tail, what is new, and Pause. */
export const TailHead = <Entry extends TailEntry>({ tail, says, children }: TailHeadProps<Entry>) => (
  <div className={list.dock}>
    <span className={list.says}>{wordsOf(tail.state, tail.isPaused, says)}</span>
    <Fresh count={tail.log.total - tail.shown.total} onShow={() => scrollTo({ top: 0 })} isPaused={tail.isPaused} />
    <Button icon={tail.isPaused ? Play : Pause} onClick={tail.flip}>
      {tail.isPaused ? 'Resume' : 'Pause'}
    </Button>
    {children}
  </div>
)

function wordsOf({ kind }: TailState, isPaused: boolean, says: string): string {
  if (isPaused) return 'Paused. What comes is kept, and shown when you go on.'
  if (kind === 'live') return says
  return kind === 'opening' ? 'Opening the tail …' : 'Not live at the moment.'
}

type FreshProps = { count: number; isPaused: boolean; onShow(): void }

const Fresh = ({ count, isPaused, onShow }: FreshProps) => {
  if (count <= 0) return null
  const words = `${count.toLocaleString()} new`
  return isPaused ? <span className="small">{words}</span> : <Button onClick={onShow}>{words}</Button>
}
