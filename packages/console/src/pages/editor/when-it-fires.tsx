import { useId, useRef } from 'react'
import { namedOccurrences } from '../../domain/occurrences/occurrence-words.ts'
import type { TrialSample } from '../../domain/webhooks/trial-sample.ts'
import { problemOf } from '../../http/problem.ts'
import { Card } from '../../parts/card.tsx'
import { conditionLanguage } from '../../parts/condition/condition-language.ts'
import { ConditionTree } from '../../parts/condition/condition-tree.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import type { EditorHandle } from '../../parts/editor/editor-types.ts'
import { TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './editor.module.css'
import { SamplePicker } from './sample-picker.tsx'
import type { EditorPartProps } from './use-editor.ts'
import { useConditionCheck } from './use-trial.ts'

type WhenItFiresProps = EditorPartProps & {
  sample: TrialSample
  onSample(sample: TrialSample): void
  onTest(): void
}

const SNIPPETS = ["path('/')", "method('POST')", "response-code('2xx')", "sluice('webhook.*')"]

/** The condition, beside what it says of a sample and of the last requests. */
export function WhenItFires({ editor, sample, onSample, onTest }: WhenItFiresProps) {
  const { draft, faults, change } = editor
  const handle = useRef<EditorHandle>(null)
  const trial = useConditionCheck(draft.condition, sample)
  const fault = trial.marks[0]?.message ?? faults.byField.condition
  const occurrences = namedOccurrences(draft.condition)
  const insert = (text: string) => handle.current?.insert(draft.condition.trim() === '' ? text : ` and ${text}`)
  return (
    <Card title="When it fires" help="condition">
      <div className={styles.two}>
        <div className={styles.fields}>
          <TextField
            label="Name"
            aria-required
            autoComplete="off"
            value={draft.name}
            onChange={event => change({ name: event.target.value })}
            fault={faults.byField.name}
          />
          <EditorField
            label="Condition"
            lines={4}
            language={conditionLanguage}
            value={draft.condition}
            onChange={condition => change({ condition })}
            marks={trial.marks}
            handle={handle}
            onRun={onTest}
            fault={fault}
            foot={
              <>
                <span>Insert</span>
                {SNIPPETS.map(text => (
                  <button key={text} type="button" className={styles.insert} onClick={() => insert(text)}>
                    {text.slice(0, text.indexOf('('))}
                  </button>
                ))}
                <a href="/docs" target="_blank" rel="noreferrer">
                  API docs
                </a>
              </>
            }
          />
          <Toggle label="Enabled" isOn={draft.enabled} onChange={enabled => change({ enabled })} />
        </div>
        <div className={styles.fields}>
          <SamplePicker sample={sample} occurrences={occurrences} onChange={onSample} />
          {sample.kind === 'told' && trial.marks.length === 0 ? (
            <Heard occurrences={occurrences} />
          ) : (
            <Verdict trial={trial} condition={draft.condition} />
          )}
        </div>
      </div>
    </Card>
  )
}

/** What Sluice tells is told when it comes about: there are no last ones to count. */
const Heard = ({ occurrences }: { occurrences: readonly string[] }) => (
  <div className={styles.verdict}>
    <div className={styles.legend}>It hears of</div>
    <ul className={styles.heard}>
      {occurrences.map(occurrence => (
        <li key={occurrence}>
          <code>{occurrence}</code>
        </li>
      ))}
    </ul>
  </div>
)

type VerdictProps = { trial: ReturnType<typeof useConditionCheck>; condition: string }

function Verdict({ trial: { check, marks }, condition }: VerdictProps) {
  if (condition.trim() === '') {
    return <p className="small quiet">Type a condition: what it says of the sample stands here, part by part.</p>
  }
  if (marks.length > 0) return <p className="small quiet">It can’t be read yet: see the mark in the condition.</p>
  if (check.isError) return <p className="small quiet">{problemOf(check.error).detail}</p>
  if (!check.data) return <div className={styles.treePlace} />
  const { explanation, recent } = check.data
  return (
    <div aria-live="polite" className={styles.verdict}>
      {explanation && <ConditionTree whole={explanation} />}
      <Recent {...recent} />
    </div>
  )
}

const METER = { width: 1_000, height: 8 }

function Recent({ events, matched }: { events: number; matched: number }) {
  const id = useId()
  const share = events === 0 ? 0 : matched / events
  if (events === 0) {
    return <p className="small quiet">No request is stored yet, so nobody knows how many it would match.</p>
  }
  return (
    <div className={styles.recent}>
      <div className={styles.recentWords} id={id}>
        <span>Would have matched</span>
        <span>
          <span className="figures">{matched.toLocaleString()}</span> of the last {events.toLocaleString()}{' '}
          {events === 1 ? 'request' : 'requests'}
        </span>
      </div>
      <svg
        className={styles.meter}
        viewBox={`0 0 ${METER.width} ${METER.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={styles.meterGround} width={METER.width} height={METER.height} />
        <rect className={styles.meterPart} width={share * METER.width} height={METER.height} />
      </svg>
    </div>
  )
}
