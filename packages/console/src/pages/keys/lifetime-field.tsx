import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import styles from './keys.module.css'

const PRESETS = [1, 7, 30, 90, 365]

type LifetimeFieldProps = { days: string; onChange(days: string): void; most: number; fault: string | undefined }

/** For how many days the key works: usual numbers, and the most that is allowed. */
export function LifetimeField({ days, onChange, most, fault }: LifetimeFieldProps) {
  const offered = [...new Set([...PRESETS.filter(preset => preset < most), most])]
  return (
    <TextField
      label="Works for, in days"
      hint={`At most ${most}.`}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={days}
      onChange={event => onChange(event.target.value)}
      fault={fault}
      after={
        <div className={styles.presets}>
          {offered.map(preset => (
            <Button key={preset} aria-pressed={days === String(preset)} onClick={() => onChange(String(preset))}>
              {preset === 1 ? '1 day' : `${preset} days`}
            </Button>
          ))}
        </div>
      }
    />
  )
}
