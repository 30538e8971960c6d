import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { IconButton } from '../button.tsx'
import { TextField } from '../field.tsx'
import styles from './password-field.module.css'

type PasswordFieldProps = {
  label: string
  hint?: ReactNode
  fault?: string | undefined
  value: string
  onChange(value: string): void
  inputRef?: RefObject<HTMLInputElement | null>
  /** A new one is not filled in by the browser. */
  isNew?: boolean
}

/** A password, hidden unless it is asked for. */
export function PasswordField({ label, hint, fault, value, onChange, inputRef, isNew }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={styles.row}>
      <TextField
        label={label}
        hint={hint}
        fault={fault}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        spellCheck={false}
        required={!isNew}
        ref={inputRef}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <IconButton
        className={styles.show}
        icon={isShown ? EyeOff : Eye}
        name={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  )
}
