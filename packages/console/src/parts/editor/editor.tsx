import type { Extension } from '@codemirror/state'
import { lazy, type RefObject, Suspense } from 'react'
import styles from './editor.module.css'

/** A place in a text, counted from 1, and what is wrong there. */
export type EditorMark = { line: number; column: number; message: string }

/** What a page may ask of an editor. */
export type EditorHandle = {
  /** Puts a text where the cursor is, and the focus behind it. */
  insert(text: string): void
  /** Puts the cursor there, and the focus. */
  goTo(line: number, column: number): void
}

/** Fetches a language with the editor's chunk. A function of a module, so that it is the same at each rendering. */
export type EditorLanguage = () => Promise<Extension>

export type EditorProps = {
  /** What a screen reader calls it. */
  label: string
  value: string
  /** Left out: the text can be read and copied only. */
  onChange?: ((value: string) => void) | undefined
  language?: EditorLanguage
  marks?: readonly EditorMark[]
  handle?: RefObject<EditorHandle | null>
  /** Lines that are shown at least. */
  lines?: number
  isWrong?: boolean
  describedBy?: string | undefined
  /** Ctrl Enter, or ⌘ Enter. */
  onRun?: (() => void) | undefined
}

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
