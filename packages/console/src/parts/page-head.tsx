import { type ReactNode, useEffect, useRef } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = { title: string; say?: ReactNode; actions?: ReactNode }

let isFirstPage = true

/** The head of a page. After a change of the page its heading has the focus, so that a screen reader says where one is. */
export function PageHead({ title, say, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Sluice`
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [title])
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {say && <p className={styles.say}>{say}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
