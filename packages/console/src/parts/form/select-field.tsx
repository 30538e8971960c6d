import { useId } from 'react'
import styles from '../field.module.css'

type SelectOption = { value: string; label: string }

type SelectFieldProps = {
  label: string
  options: readonly SelectOption[]
  value: string
  onChange(value: string): void
  /** The label stands inside of the border, before the choice: for filters. */
  isInline?: boolean
}

/** One of many, by the browser's own list. */
export function SelectField({ label, options, value, onChange, isInline }: SelectFieldProps) {
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
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
