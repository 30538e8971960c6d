import type { RecentEvent } from '../../api/webhook-tools.ts'
import { secondsTime } from '../../domain/times.ts'
import { type TrialSample, TYPED_SAMPLE } from '../../domain/webhooks/trial-sample.ts'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import styles from './editor.module.css'
import { useRecentEvents } from './use-trial.ts'

type SamplePickerProps = {
  sample: TrialSample
  /** What Sluice tells of itself and the condition names. */
  occurrences: readonly string[]
  onChange(sample: TrialSample): void
}

const TYPED = ''

/** What condition and template are tried on: one of the last requests, one that is typed, or what Sluice tells. */
export function SamplePicker({ sample, occurrences, onChange }: SamplePickerProps) {
  const events = useRecentEvents()
  const chosen = choiceOf(sample)
  const told = occurrences.map(occurrence => ({ value: occurrence, label: `What Sluice tells by ${occurrence}` }))
  const listed = [...told, ...(events?.map(event => ({ value: event._id, label: lineOf(event) })) ?? [])]
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
        onChange={value => onChange(sampleOf(value, occurrences))}
      />
      {sample.kind === 'typed' && <TypedSample sample={sample} onChange={onChange} />}
    </>
  )
}

function choiceOf(sample: TrialSample): string {
  if (sample.kind === 'told') return sample.occurrence
  return sample.kind === 'event' ? sample.id : TYPED
}

function sampleOf(value: string, occurrences: readonly string[]): TrialSample {
  if (value === TYPED) return TYPED_SAMPLE
  return occurrences.includes(value) ? { kind: 'told', occurrence: value } : { kind: 'event', id: value }
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
