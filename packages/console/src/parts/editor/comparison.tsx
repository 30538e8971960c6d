import { lazy, Suspense } from 'react'
import styles from './editor.module.css'
import type { ComparisonProps } from './editor-types.ts'

const Loaded = lazy(async () => ({ default: (await import('./code-comparison.tsx')).CodeComparison }))

/** Two texts and what differs: side by side, or one below the other where the window is narrow. */
export function Comparison(props: ComparisonProps) {
  return (
    <section className={styles.compare} aria-label={props.label}>
      <Suspense fallback={<pre className={styles.place}>{props.after}</pre>}>
        <Loaded {...props} />
      </Suspense>
    </section>
  )
}
