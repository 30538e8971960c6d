import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../button.tsx'
import styles from './list.module.css'

type PagerProps = { page: number; pageSize: number; total: number; onPage(page: number): void }

/** The pager says which part of a list is shown, and leads to the others. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <div className={styles.foot}>
      <span>
        <span className="figures">
          {first.toLocaleString()}–{last.toLocaleString()}
        </span>{' '}
        of <span className="figures">{total.toLocaleString()}</span>
      </span>
      {total > pageSize && (
        <div className={styles.steps}>
          <span>
            Page {page.toLocaleString()} of {Math.ceil(total / pageSize).toLocaleString()}
          </span>
          <IconButton icon={ChevronLeft} name="Page before" disabled={page <= 1} onClick={() => onPage(page - 1)} />
          <IconButton icon={ChevronRight} name="Next page" disabled={last >= total} onClick={() => onPage(page + 1)} />
        </div>
      )}
    </div>
  )
}
