import type { RecentEvent } from '../../api/webhook-tools.ts'
import { secondsTime } from '../../domain/times.ts'
import { type TrialSample, TYPED_SAMPLE } from '../../domain/webhooks/trial-sample.ts'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import styles from './editor.module.css'
import { useRecentEvents } from './use-trial.ts'

type SamplePickerProps = { sample: TrialSample; onChange(sample: TrialSample): void }

const TYPED = ''

/** What condition and template are tried on: one of the last requests, or one that is typed. */
export function SamplePicker({ sample, onChange }: SamplePickerProps) {
  const events = useRecentEvents()
  const chosen = sample.kind === 'event' ? sample.id : TYPED
  const listed = events?.map(event => ({ value: event._id, label: lineOf(event) })) ?? []
  const isListed = chosen === TYPED || listed.some(({ value }) => value === chosen)
  const options = [
    { value: TYPED, label: 'A request that I type' },
    ...(isListed ? [] : [{ value: chosen, label: `Request ${chosen.slice(0, 13)}` }]),
    ...listed,
  ]
  return (
    <>
      <SelectField
        label="Sample"
        options={options}
        value={chosen}
        onChange={value => onChange(value === TYPED ? TYPED_SAMPLE : { kind: 'event', id: value })}
      />
      {sample.kind === 'typed' && <TypedSample sample={sample} onChange={onChange} />}
    </>
  )
}

const lineOf = ({ timestamp, method, path, statusCode, user }: RecentEvent): string =>
  [secondsTime(timestamp.$date), `${method} ${path}`, statusCode ?? 'no answer', user ?? 'nobody'].join(' · ')

type TypedSampleProps = {
  sample: Extract<TrialSample, { kind: 'typed' }>
  onChange(sample: TrialSample): void
}

function TypedSample({ sample, onChange }: TypedSampleProps) {
  const change = (next: Partial<typeof sample>) => onChange(Object.assign({}, sample, next))
  return (
    <>
      <div className={styles.typed}>
        <TextField
          label="Method"
          autoComplete="off"
          value={sample.method}
          onChange={event => change({ method: event.target.value })}
        />
        <TextField
          label="Path"
          autoComplete="off"
          spellCheck={false}
          value={sample.path}
          onChange={event => change({ path: event.target.value })}
        />
        <TextField
          label="Status"
          inputMode="numeric"
          autoComplete="off"
          value={sample.statusCode}
          onChange={event => change({ statusCode: event.target.value })}
        />
      </div>
      <EditorField
        label="Body of the sample"
        lines={3}
        language={jsonLanguage}
        value={sample.body}
        onChange={body => change({ body })}
      />
    </>
  )
}
