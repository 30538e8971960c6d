import { type ReactNode, useId } from 'react'
import type { HelpSubject } from '../domain/manual/help-places.ts'
import styles from './card.module.css'
import { HelpLink } from './help-link.tsx'

type CardProps = {
  title: string
  /** It stands beside the title. */
  beside?: ReactNode
  /** What of it the manual says more about. */
  help?: HelpSubject
  actions?: ReactNode
  foot?: ReactNode
  /** Its content goes to the edges, as a table does. */
  isFull?: boolean
  children: ReactNode
}

/** A part of a page, with a heading. */
export function Card({ title, beside, help, actions, foot, isFull, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {help && <HelpLink about={help} what={title} />}
        {beside}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={isFull ? styles.full : styles.body}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  )
}

type FoldProps = { title: string; gist: ReactNode; isOpen?: boolean; children: ReactNode }

/** A part that can be folded, with its gist at the end of its head. */
export function Fold({ title, gist, isOpen, children }: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <span className={styles.gist}>{gist}</span>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
