import { Annotation } from '@codemirror/state'
import type { EditorView, ViewUpdate } from '@codemirror/view'
import { type RefObject, useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import { followTyping } from '../../domain/typing.ts'
import { addTypedText } from '../../state/typed-texts.ts'
import type { EditorProps } from './editor-types.ts'

/** A change that the page has made, which knows of it. */
const ofPage = Annotation.define<true>()

type TypingOptions = {
  view: RefObject<EditorView | null>
  value: string
  /** Holds the latest props of the editor. */
  props: RefObject<Pick<EditorProps, 'value' | 'onChange'>>
}

/**
 * Keeps the text of an editor and the `value` of its page the same. No key waits for the page, which is told in the pauses, and
 * before something acts on the text. A value that comes while the page has not heard all is older than what was typed, and
 * replaces nothing.
 * @returns what the editor calls at each change
 */
export function useTyping({ view, value, props }: TypingOptions): (update: ViewUpdate) => void {
  const [isOnWay, startTransition] = useTransition()
  // Known at once, and not with the next rendering.
  const onWay = useRef(false)
  const [tell] = useState(() => (by: (change: () => void) => void) => {
    const text = view.current?.state.doc.toString()
    const { value: known, onChange } = props.current
    if (text !== undefined && (text !== known || onWay.current)) by(() => onChange?.(text))
  })
  const [typing] = useState(() =>
    followTyping(() =>
      tell(change => {
        onWay.current = true
        startTransition(change)
      }),
    ),
  )

  useEffect(() => {
    onWay.current = isOnWay
  }, [isOnWay])

  useEffect(() => {
    const remove = addTypedText(() => {
      if (typing.stop() || onWay.current) tell(flushSync)
      onWay.current = false
    })
    return () => {
      remove()
      if (typing.stop()) tell(change => change())
    }
  }, [typing, tell])

  useEffect(() => {
    const made = view.current
    if (!made || isOnWay || typing.isUntold()) return
    const text = made.state.doc.toString()
    if (text !== value)
      made.dispatch({ changes: { from: 0, to: text.length, insert: value }, annotations: ofPage.of(true) })
  }, [view, value, isOnWay, typing])

  return useCallback(
    ({ docChanged, transactions }) => {
      if (docChanged && !transactions.some(each => each.annotation(ofPage))) typing.note()
    },
    [typing],
  )
}
