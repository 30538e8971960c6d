import { useId } from 'react'
import styles from '../field.module.css'
import { Fault } from '../field.tsx'

type SelectOption = { value: string; label: string }

type SelectFieldProps = {
  label: string
  options: readonly SelectOption[]
  value: string
  onChange(value: string): void
  /** The label stands inside of the border, before the choice: for filters. */
  isInline?: boolean
  /** The server says that this is wrong with it. */
  fault?: string | undefined
}

/** One of many, by the browser's own list. */
export function SelectField({ label, options, value, onChange, isInline, fault }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={isInline ? styles.filter : styles.field}>
      <label className={isInline ? styles.filterLabel : styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={isInline ? styles.filterSelect : styles.input}
        value={value}
        onChange={event => onChange(event.target.value)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {fault && <Fault id={`${id}-fault`} text={fault} />}
    </div>
  )
}
