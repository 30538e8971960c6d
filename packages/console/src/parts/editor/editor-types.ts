import type { Extension } from '@codemirror/state'
import type { RefObject } from 'react'

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

/** Two texts that are compared. */
export type ComparisonProps = {
  label: string
  before: string
  after: string
  language?: EditorLanguage
}
