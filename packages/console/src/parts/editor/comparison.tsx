import { ofChunk } from '../../of-chunk.tsx'
import styles from './editor.module.css'
import type { ComparisonProps } from './editor-types.ts'

const NewerAlone = ({ after }: ComparisonProps) => <pre className={styles.place}>{after}</pre>
const Loaded = ofChunk(async () => (await import('./code-comparison.tsx')).CodeComparison, NewerAlone)

/** Two texts and what differs: side by side, or one below the other where the window is narrow. */
export function Comparison(props: ComparisonProps) {
  return (
    <section className={styles.compare} aria-label={props.label}>
      <Loaded {...props} />
    </section>
  )
}
