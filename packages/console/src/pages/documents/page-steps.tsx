import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../parts/button.tsx'
import styles from './documents.module.css'

type PageStepsProps = { page: number; hasMore: boolean; onPage(page: number): void }

/** The steps through a list that nobody has counted. */
export const PageSteps = ({ page, hasMore, onPage }: PageStepsProps) => (
  <div className={styles.foot}>
    <span>Page {page.toLocaleString()}</span>
    <IconButton icon={ChevronLeft} name="Page before" disabled={page <= 1} onClick={() => onPage(page - 1)} />
    <IconButton icon={ChevronRight} name="Next page" disabled={!hasMore} onClick={() => onPage(page + 1)} />
  </div>
)
