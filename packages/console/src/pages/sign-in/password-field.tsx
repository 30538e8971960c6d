import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import styles from './password-field.module.css'

type PasswordFieldProps = {
  label: string
  value: string
  onChange(value: string): void
  inputRef?: RefObject<HTMLInputElement | null>
}

export function PasswordField({ label, value, onChange, inputRef }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={styles.row}>
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        spellCheck={false}
        required
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
