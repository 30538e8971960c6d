import styles from './skeleton.module.css'

const ROWS = ['head', 'first', 'second', 'third']

/** The place of a list that is being fetched. It appears only where that takes longer than 150 ms. */
export function TableSkeleton({ what }: { what: string }) {
  return (
    <div className={styles.bars} role="status" aria-label={`Loading ${what}`}>
      {ROWS.map(row => (
        <div key={row} className={styles.row}>
          <div className={[styles.bar, styles.long].join(' ')} />
          <div className={[styles.bar, styles.short].join(' ')} />
          <div className={[styles.bar, styles.short].join(' ')} />
        </div>
      ))}
    </div>
  )
}
