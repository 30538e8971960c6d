import { ArrowLeftRight, Check, CircleX, Minus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PermissionEffect, SaveVerdict } from '../../api/permissions.ts'
import { changeOf, type EffectChange, foreseenWord, whoOf } from '../../domain/permissions/effect-words.ts'
import { problemOf } from '../../http/problem.ts'
import { Badge } from '../../parts/badge.tsx'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import styles from './permission.module.css'
import type { PermissionEditor } from './use-permission-draft.ts'

const LOOKS = {
  gained: { look: 'ok', icon: Check, word: 'Let in' },
  lost: { look: 'bad', icon: CircleX, word: 'Shut out' },
  changed: { look: 'warn', icon: ArrowLeftRight, word: 'Changed' },
  same: { look: 'quiet', icon: Minus, word: 'As now' },
} as const
const ORDER: readonly EffectChange[] = ['lost', 'gained', 'changed', 'same']
const FIRST_SHOWN = 8

/** The card says before a permission is saved what becomes of requests by it. */
export function EffectsCard({ editor }: { editor: PermissionEditor }) {
  const { verdict, isJudged } = editor
  const state = verdict === undefined ? '' : isJudged ? 'as it stands now' : 'being checked'
  return (
    <Card
      title="What saving it changes"
      beside={
        <span className="small quiet" role="status">
          {state}
        </span>
      }
      isFull
    >
      <Effects editor={editor} />
    </Card>
  )
}

function Effects({ editor: { verdict, isDirty, canCheck, checkError } }: { editor: PermissionEditor }) {
  if (!canCheck) return <p className={styles.note}>You may not ask what it changes: that takes POST /acl/check.</p>
  if (checkError) return <p className={styles.note}>{problemOf(checkError).detail}</p>
  if (!isDirty) return <p className={styles.note}>Nothing, until something is changed.</p>
  if (!verdict) return <div className={styles.effectsPlace} />
  if (!verdict.valid) return <p className={styles.note}>It can’t be saved yet: see the marks.</p>
  return <Verdict verdict={verdict} />
}

function Verdict({ verdict: { warnings, effects, shadows, shadowedBy } }: { verdict: SaveVerdict }) {
  const [isWhole, setIsWhole] = useState(false)
  const sorted = ORDER.flatMap(change => effects.filter(effect => changeOf(effect) === change))
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN)
  return (
    <div aria-live="polite">
      {warnings.map(({ path, message }) => (
        <Bar key={`${path} ${message}`} look="warn" icon={TriangleAlert}>
          <b>{path}</b> {message}
        </Bar>
      ))}
      <p className={styles.note}>{summaryOf(effects)}</p>
      {shadows.length > 0 && <p className={styles.note}>It comes before {shadows.join(', ')} at some of them.</p>}
      {shadowedBy.length > 0 && (
        <p className={styles.note}>At some of them {shadowedBy.join(', ')} comes first, and applies alone.</p>
      )}
      <ul className={styles.effects}>
        {shown.map(effect => (
          <Effect key={`${whoOf(effect)} ${effect.method} ${effect.path}`} effect={effect} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <div className={styles.more}>
          <Button onClick={() => setIsWhole(true)}>{`Show all ${sorted.length}`}</Button>
        </div>
      )}
    </div>
  )
}

function Effect({ effect }: { effect: PermissionEffect }) {
  const { before, after, method, path } = effect
  return (
    <li>
      <div>
        <Badge {...LOOKS[changeOf(effect)]} isBare />
      </div>
      <span>
        {whoOf(effect)} <code>{`${method} ${path}`}</code>
        <span className={styles.by}>
          now {foreseenWord(before)}
          {before.permission && `, by ${before.permission}`}; then {foreseenWord(after)}
          {after.permission && `, by ${after.permission}`}
        </span>
      </span>
    </li>
  )
}

function summaryOf(effects: readonly PermissionEffect[]): string {
  if (effects.length === 0) return 'Its predicate names no request by which that could be told.'
  const count = (change: EffectChange) => effects.filter(effect => changeOf(effect) === change).length
  const parts = [
    `${count('gained')} let in`,
    `${count('lost')} shut out`,
    ...(count('changed') > 0 ? [`${count('changed')} changed`] : []),
    `${count('same')} as now`,
  ]
  const of = effects.length === 1 ? 'Of the request' : `Of ${effects.length} requests`
  return `${of} that it names, asked for each role: ${parts.join(', ')}.`
}
