import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/** The views of one thing, as links: each has an address of its own. `aria-current` marks the one that is shown. */
export const TabLinks = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
)
