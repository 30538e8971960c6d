import { Circle, CircleDashed, Layers2, MoonStar, Pause, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../parts/badge.tsx'
import { type TailMark, tailMark } from '../state/tail-mark.ts'
import { useStore } from '../state/use-store.ts'
import styles from './tail-badge.module.css'

const BADGES: Readonly<Record<TailMark, Omit<ComponentProps<typeof Badge>, 'isBare'>>> = {
  opening: { look: 'quiet', icon: CircleDashed, word: 'Opening' },
  live: { look: 'ok', icon: Circle, word: 'Live' },
  paused: { look: 'quiet', icon: Pause, word: 'Paused' },
  elsewhere: { look: 'warn', icon: Layers2, word: 'Live elsewhere' },
  resting: { look: 'quiet', icon: MoonStar, word: 'Resting' },
  over: { look: 'warn', icon: TriangleAlert, word: 'Not live' },
  refused: { look: 'warn', icon: TriangleAlert, word: 'Not live' },
}

/** The state of the tail of the page that is shown. On a phone it is the icon, whose word is read out. */
export function TailBadge() {
  const mark = useStore(tailMark)
  if (mark === undefined) return null
  const badge = BADGES[mark]
  return (
    <span className={styles.place} role="img" aria-label={`Tail: ${badge.word}`} title={badge.word}>
      <Badge {...badge} />
    </span>
  )
}
