import { fieldTime, readFieldTime } from '../../domain/times.ts'
import { TextField } from '../field.tsx'
import styles from './time-field.module.css'

/** `at`: epoch ms, to the minute. */
type TimeFieldProps = { label: string; at: number | undefined; onChange(at: number | undefined): void }

/** A time that a list begins or ends with; none is no bound. */
export function TimeField({ label, at, onChange }: TimeFieldProps) {
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        type="datetime-local"
        value={at === undefined ? '' : fieldTime(at)}
        onChange={event => onChange(readFieldTime(event.target.value))}
      />
    </div>
  )
}
