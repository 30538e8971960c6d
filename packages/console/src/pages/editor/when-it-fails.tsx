import { attemptTimes } from '../../domain/hook-form/hook-draft.ts'
import { durationInWords } from '../../domain/webhooks/duration-words.ts'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './editor.module.css'
import type { EditorPartProps } from './use-editor.ts'

/** Whether it is tried again, and when. */
export function WhenItFails({ editor: { draft, faults, change } }: EditorPartProps) {
  const times = attemptTimes(draft)
  return (
    <Card
      title="When it fails"
      help="retries"
      beside={<Toggle label="Try again" isOn={draft.isRetried} onChange={isRetried => change({ isRetried })} />}
      actions={
        times && times.length > 1 ? (
          <span className="small quiet">
            {times.length} requests in all, {durationInWords(times.at(-1) ?? 0)} at least
          </span>
        ) : null
      }
    >
      {draft.isRetried ? (
        <>
          <div className={styles.two}>
            <TextField
              label="Requests in all"
              hint="2 to 20"
              inputMode="numeric"
              autoComplete="off"
              value={draft.attempts}
              onChange={event => change({ attempts: event.target.value })}
              fault={faults.byField['retry.attempts'] ?? faults.byField.retry}
            />
            <TextField
              label="Pauses between them"
              hint="Seconds, with commas between; the last one repeats."
              autoComplete="off"
              value={draft.schedule}
              onChange={event => change({ schedule: event.target.value })}
              fault={faults.byField['retry.schedule']}
            />
          </div>
          {times && <TimeLine times={times} />}
        </>
      ) : (
        <p className="quiet">It is tried once. What failed stands in the log, and can be delivered again from there.</p>
      )}
    </Card>
  )
}

const MOST_SHOWN = 6
const ORDINALS = ['1st', '2nd', '3rd']

/** The attempts in their order; of many the first ones and the last. */
function TimeLine({ times }: { times: readonly number[] }) {
  const all = times.map((at, attempt) => ({ attempt: attempt + 1, at }))
  const shown = all.length > MOST_SHOWN ? [...all.slice(0, MOST_SHOWN - 1), ...all.slice(-1)] : all
  return (
    <ol className={styles.steps} aria-label="Attempts">
      {shown.map(({ attempt, at }) => (
        <li key={attempt}>
          <b>{ORDINALS[attempt - 1] ?? `${attempt}th`}</b>
          <span>{at === 0 ? 'at once' : `after ${durationInWords(at)}`}</span>
        </li>
      ))}
      <li>
        <b>Failed</b>
        <span>can be redelivered</span>
      </li>
    </ol>
  )
}
