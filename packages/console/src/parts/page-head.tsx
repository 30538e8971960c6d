import { useMatch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { isCovered } from '../state/page-keys.ts'
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

/**
 * The head of a page. After a change of the page its heading has the focus, so that a screen reader says where one is. A thing that
 * gets another name while it is shown is no other page: whoever types in it goes on typing.
 */
export function PageHead({ title, trail, beside, say, actions }: PageHeadProps) {
  const heading = useHeading(title)
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

type HeadedPage = { place: string; title: string }

/** The page whose heading was shown last; undefined before the first, which takes no focus. */
let lastPage: HeadedPage | undefined

/**
 * Gives the heading the focus where another page is shown, or where nothing has it, as the heading before has gone. A page that
 * comes under an open dialog takes nothing from who types there.
 */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = useRef(false)
  const place = useMatch({
    strict: false,
    select: ({ pathname, search }) => `${pathname}?${JSON.stringify(search)}`,
  })
  useEffect(() => {
    document.title = `${title} · Sluice`
    const before = lastPage
    const isNew = !isShown.current
    lastPage = { place, title }
    isShown.current = true
    if (before === undefined || isCovered()) return
    const hasMoved = before.place !== place && (isNew || before.title !== title)
    const isLost = isNew && document.activeElement === document.body
    if (hasMoved || isLost) heading.current?.focus({ preventScroll: true })
  }, [title, place])
  return heading
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
