import type { ReactNode } from 'react'
import styles from './bar.module.css'
import { BESIDE_WORDS, type Icon } from './icon.ts'

type BarProps = {
  look: 'plain' | 'ok' | 'bad' | 'warn'
  icon: Icon
  children: ReactNode
  /** At most two buttons. */
  actions?: ReactNode
  /** `alert` interrupts a screen reader, `status` does not. */
  role?: 'alert' | 'status'
}

/** A sentence about the whole page. */
export function Bar({ look, icon: Shown, children, actions, role }: BarProps) {
  return (
    <div className={[styles.bar, styles[look]].join(' ')} role={role}>
      <Shown {...BESIDE_WORDS} />
      <div className={styles.text}>{children}</div>
      {actions}
    </div>
  )
}
