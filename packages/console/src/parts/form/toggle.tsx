import { Switch } from '@base-ui/react/switch'
import styles from './toggle.module.css'

type ToggleProps = {
  /** What is on or off; shown beside it unless `isBare`. */
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
  disabled?: boolean
  isBare?: boolean
}

/** A switch whose change takes place at once, or a flag of a form. */
export function Toggle({ label, isOn, onChange, disabled, isBare }: ToggleProps) {
  const knob = (
    <Switch.Root
      className={styles.toggle}
      checked={isOn}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={isBare ? label : undefined}
    >
      <Switch.Thumb className={styles.knob} />
    </Switch.Root>
  )
  if (isBare) return knob
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control of a Switch is inside.
    <label className={styles.labelled}>
      {knob}
      {label}
    </label>
  )
}
