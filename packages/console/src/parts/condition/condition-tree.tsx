import { Check, CircleHelp, X } from 'lucide-react'
import type { JudgedPart } from '../../api/logs.ts'
import { decidingParts, shortReason } from '../../domain/webhooks/deciding-parts.ts'
import type { Icon } from '../icon.ts'
import styles from './condition.module.css'
import { ConditionText } from './condition-text.tsx'

/** A condition as it was judged, part by part. What made it false is marked. */
export function ConditionTree({ whole }: { whole: JudgedPart }) {
  const deciding = decidingParts(whole)
  return (
    <ul className={styles.tree} aria-label="Parts of the condition">
      <Part part={whole} deciding={deciding} />
    </ul>
  )
}

const LOOKS: Readonly<Record<string, { icon: Icon; look: string | undefined; word: string }>> = {
  true: { icon: Check, look: styles.yes, word: 'true' },
  false: { icon: X, look: styles.no, word: 'false' },
  unknown: { icon: CircleHelp, look: undefined, word: 'unknown' },
}

type PartProps = { part: JudgedPart; deciding: ReadonlySet<JudgedPart> }

function Part({ part, deciding }: PartProps) {
  const { text, result, reason, children = [] } = part
  const { icon: Shown = CircleHelp, look, word = '' } = LOOKS[String(result)] ?? {}
  const isDeciding = deciding.has(part)
  const isJoined = children.length > 0
  return (
    <li>
      <div className={[styles.part, look, isDeciding && styles.stop].filter(Boolean).join(' ')}>
        <Shown size={16} strokeWidth={1.75} aria-hidden />
        <div>
          {isJoined ? <b>{joinOf(text, children)}</b> : <ConditionText condition={text} />}
          <span className="hidden-text">: {word}</span>
        </div>
        {!isJoined && <div className={styles.why}>{shortReason(text, reason)}</div>}
      </div>
      {isJoined && (
        <ul>
          {children.map(child => (
            <Part key={child.text} part={child} deciding={deciding} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** How the parts below are joined: the word that stands between them, or before the only one. */
function joinOf(text: string, [first, second]: readonly JudgedPart[]): string {
  if (!second) return text.startsWith('not') ? 'not' : text
  const between = text.slice(text.indexOf(first?.text ?? '') + (first?.text.length ?? 0))
  return /\b(and|or)\b/.exec(between)?.[1] ?? text
}
