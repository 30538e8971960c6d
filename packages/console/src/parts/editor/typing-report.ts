import { Annotation, type Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import { flushSync } from 'react-dom'

/** Marks what the page itself has put into the text, of which it is not told. */
export const byPage = Annotation.define<boolean>()

const PAUSE_MS = 100
const COMMAND_KEY = /^(Escape|F\d+)$/

/**
 * Tells the page what was typed at the first pause: no key waits for what a page makes of a long text. It is told at once
 * where the text is left, or a key is pressed that may be a command of the page.
 */
export const typingReport = (report: (text: string) => void): Extension =>
  ViewPlugin.define(view => new TypingReport(view, report), {
    eventObservers: {
      blur() {
        this.tell()
      },
      keydown({ key, ctrlKey, metaKey, altKey }) {
        if (ctrlKey || metaKey || altKey || COMMAND_KEY.test(key)) flushSync(() => this.tell())
      },
    },
  })

class TypingReport {
  readonly #view: EditorView
  readonly #report: (text: string) => void
  #timer: number | undefined

  constructor(view: EditorView, report: (text: string) => void) {
    this.#view = view
    this.#report = report
  }

  update({ docChanged, transactions }: { docChanged: boolean; transactions: readonly Typed[] }): void {
    if (!docChanged || transactions.every(transaction => transaction.annotation(byPage))) return
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.tell(), PAUSE_MS)
  }

  tell(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#report(this.#view.state.doc.toString())
  }

  destroy(): void {
    this.tell()
  }
}

type Typed = { annotation(type: typeof byPage): boolean | undefined }
