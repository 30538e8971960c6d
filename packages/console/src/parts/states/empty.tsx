import type { ReactNode } from 'react'
import { ClosedGate } from '../mark.tsx'
import styles from './empty.module.css'

type EmptyProps = {
  title: string
  text: ReactNode
  /** It stands in a card, which has a border already. */
  isBare?: boolean
  children?: ReactNode
}

/** It stands where nothing is, and says what that is and what to do. */
export function Empty({ title, text, isBare, children }: EmptyProps) {
  return (
    <div className={isBare ? undefined : styles.panel}>
      <div className={styles.empty}>
        <ClosedGate />
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  )
}
