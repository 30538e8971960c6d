import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

type FieldProps = {
  label: string
  hint?: ReactNode
  /** The server says that this is wrong with it. */
  fault?: string | undefined
}

/** The message below a field. */
export function Fault({ id, text }: { id: string; text: string }) {
  return (
    <span id={id} className={styles.fault}>
      <CircleAlert size={14} strokeWidth={2} aria-hidden />
      {text}
    </span>
  )
}

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    after?: ReactNode
    /** The label is for screen readers alone, as in rows of fields. */
    isLabelHidden?: boolean
  }

export function TextField({ label, hint, fault, after, isLabelHidden, ...rest }: TextFieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? 'hidden-text' : styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {after}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {fault && <Fault id={`${id}-fault`} text={fault} />}
    </div>
  )
}

type Choice = { value: string; label: string }

type ChoicesProps = FieldProps & {
  kind: 'checkbox' | 'radio'
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}

/** A group of boxes: several may be ticked, or one of them is. */
export function Choices({ label, hint, fault, kind, choices, chosen, onChange }: ChoicesProps) {
  const id = useId()
  const toggled = (value: string) => (chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value])
  return (
    <fieldset className={styles.field} aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.boxes}>
        {choices.map(choice => (
          <label key={choice.value} className={styles.box}>
            <input
              type={kind}
              name={id}
              value={choice.value}
              checked={chosen.includes(choice.value)}
              onChange={() => onChange(kind === 'radio' ? [choice.value] : toggled(choice.value))}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {hint && <span className={styles.hint}>{hint}</span>}
      {fault && <Fault id={`${id}-fault`} text={fault} />}
    </fieldset>
  )
}
