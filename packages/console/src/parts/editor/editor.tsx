import { lazy, Suspense } from 'react'
import styles from './editor.module.css'
import type { EditorProps } from './editor-types.ts'

const LINE_PX = 20
const PADDING_PX = 16
const Loaded = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }))

/** A text with line numbers, colours and marks. Its library is a chunk of its own; until then its place is kept. */
export function Editor(props: EditorProps) {
  const { lines = 3, isWrong, value } = props
  const height = lines * LINE_PX + PADDING_PX
  return (
    <div className={[styles.box, isWrong && styles.wrong, !props.onChange && styles.fixed].filter(Boolean).join(' ')}>
      <Suspense
        fallback={
          <pre className={styles.place} data-lines={lines}>
            {value}
          </pre>
        }
      >
        <Loaded {...props} height={height} />
      </Suspense>
    </div>
  )
}
