import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: string
  /** The way down to this page, as links. */
  trail?: readonly ReactNode[]
  /** A state, and what else stands on the line of the heading. */
  beside?: ReactNode
  say?: ReactNode
  actions?: ReactNode
}

let isFirstPage = true

/** The head of a page. After a change of the page its heading has the focus, so that a screen reader says where one is. */
export function PageHead({ title, trail, beside, say, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Sluice`
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [title])
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {trail && <Trail links={trail} />}
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {say && <p className={styles.say}>{say}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

const Trail = ({ links }: { links: readonly ReactNode[] }) => (
  <nav className={styles.trail} aria-label="Way to this page">
    {links.map((link, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a path have no other name.
      <Fragment key={at}>
        {at > 0 && <ChevronRight size={12} aria-hidden />}
        {link}
      </Fragment>
    ))}
  </nav>
)
