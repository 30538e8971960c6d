import { type ReactNode, useId } from 'react'
import styles from '../field.module.css'
import { Fault } from '../field.tsx'

type TextAreaFieldProps = {
  label: string
  hint?: ReactNode
  fault?: string | undefined
  value: string
  onChange(value: string): void
}

/** A text of several lines. */
export function TextAreaField({ label, hint, fault, value, onChange }: TextAreaFieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.input}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={event => onChange(event.target.value)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {fault && <Fault id={`${id}-fault`} text={fault} />}
    </div>
  )
}
