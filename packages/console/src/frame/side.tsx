import { Link } from '@tanstack/react-router'
import { useLeaves } from '../api/use-leaves.ts'
import { installation } from '../look/installation.ts'
import { BESIDE_WORDS } from '../parts/icon.ts'
import { Mark } from '../parts/mark.tsx'
import { NAVIGATION } from './navigation.ts'
import styles from './side.module.css'
import { useFailing } from './use-failing.ts'

/** The navigation: what may be seen, and nothing else. @param onGo called when somebody has chosen a page */
export function Side({ onGo }: { onGo?: () => void }) {
  const may = useLeaves()
  const counts = useFailing()
  const groups = NAVIGATION.map(({ title, pages }) => ({ title, pages: pages.filter(({ leave }) => may(leave)) }))
  return (
    <nav className={styles.side} aria-label="Main">
      <Link
        to="/"
        className={styles.brand}
        aria-label="Sluice, start"
        activeProps={{ 'aria-current': undefined }}
        onClick={onGo}
      >
        <Mark />
        <span className={styles.word}>Sluice</span>
      </Link>
      <div className={styles.groups}>
        {groups
          .filter(({ pages }) => pages.length > 0)
          .map(({ title, pages }) => (
            <div key={title}>
              {title && <h2>{title}</h2>}
              {pages.map(({ to, label, icon: Shown }) => (
                <Link
                  key={to}
                  to={to}
                  className={styles.link}
                  title={label}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  onClick={onGo}
                >
                  <Shown {...BESIDE_WORDS} />
                  <span>{label}</span>
                  <FailingCount to={to} counts={counts} />
                </Link>
              ))}
            </div>
          ))}
      </div>
      <footer className={styles.foot}>
        <span>Sluice {installation.version}</span>
        <Link to="/manual" onClick={onGo}>
          Manual
        </Link>
        <a href="/docs">API docs</a>
      </footer>
    </nav>
  )
}

/** How many things of a page fail; nothing where none does. */
function FailingCount({ to, counts }: { to: string; counts: Readonly<Record<string, number>> }) {
  const count = counts[to] ?? 0
  if (count === 0) return null
  return (
    <b className={styles.count}>
      {count.toLocaleString()} <i className="hidden-text">failing</i>
    </b>
  )
}

/** The same beside the page. */
export const SideColumn = () => (
  <div className={styles.column}>
    <Side />
  </div>
)
