import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { lintGutter, lintKeymap, previousDiagnostic, setDiagnostics } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { editorLook } from './editor-look.ts'
import type { EditorHandle, EditorMark, EditorProps } from './editor-types.ts'
import { rehearseKey } from './rehearse-key.ts'
import { typeOver } from './type-over.ts'
import { useLatest } from './use-latest.ts'
import { useTyping } from './use-typing.ts'

type CodeEditorProps = EditorProps & { height: number }

export function CodeEditor(props: CodeEditorProps) {
  const { value, marks, language, handle, label, isWrong, describedBy, height } = props
  const isEditable = props.onChange !== undefined
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useLatest(props)
  const parts = useRef({ language: new Compartment(), attributes: new Compartment(), editing: new Compartment() })
  const onUpdate = useTyping({ view, value, props: latest })

  useEffect(() => {
    const { language: languagePart, attributes, editing } = parts.current
    const made = new EditorView({
      parent: place.current ?? undefined,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...extensionsAround(editing.of([])),
          EditorView.updateListener.of(onUpdate),
          languagePart.of([]),
          attributes.of([]),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [latest, onUpdate])

  useEffect(() => {
    let isGone = false
    void language?.().then(loaded => {
      if (isGone) return
      view.current?.dispatch({ effects: parts.current.language.reconfigure(loaded) })
      void rehearseKey([extensionsAround(editingOf(latest)), loaded])
    })
    return () => {
      isGone = true
    }
  }, [language, latest])

  useEffect(() => {
    const made = view.current
    const effects = parts.current.attributes.reconfigure(attributesOf({ label, isWrong, describedBy, height }))
    made?.dispatch({ effects })
  }, [label, isWrong, describedBy, height])

  useEffect(() => {
    // What somebody may do can become known after the text is shown.
    const extensions = isEditable ? editingOf(latest) : EditorState.readOnly.of(true)
    view.current?.dispatch({ effects: parts.current.editing.reconfigure(extensions) })
  }, [isEditable, latest])

  useEffect(() => showMarks(view.current, marks ?? []), [marks])

  useEffect(() => {
    if (handle) handle.current = handleOf(view)
  }, [handle])
  return <div ref={place} />
}

/** Gives what each editor has. Keys of `editing` come before the common ones. */
const extensionsAround = (editing: Extension): Extension[] => [
  ...editorLook,
  lineNumbers(),
  bracketMatching(),
  editing,
  keymap.of([...defaultKeymap, ...searchKeymap]),
]

function runNow({ onRun }: CodeEditorProps): boolean {
  onRun?.()
  return onRun !== undefined
}

/** @param props as they are when something happens */
const editingOf = (props: RefObject<CodeEditorProps>): Extension[] => [
  lintGutter(),
  keymap.of([
    { key: 'Mod-Enter', run: () => runNow(props.current) },
    { key: 'Shift-F8', run: previousDiagnostic },
  ]),
  typeOver,
  history(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...lintKeymap]),
]

const attributesOf = (of: Pick<CodeEditorProps, 'label' | 'isWrong' | 'describedBy' | 'height'>): Extension => [
  EditorView.contentAttributes.of({
    'aria-label': of.label,
    ...(of.isWrong && { 'aria-invalid': 'true' }),
    ...(of.describedBy && { 'aria-describedby': of.describedBy }),
  }),
  EditorView.theme({ '.cm-content, .cm-gutter': { minHeight: `${of.height}px` } }),
]

function showMarks(view: EditorView | null, marks: readonly EditorMark[]): void {
  if (!view) return
  const { doc } = view.state
  const diagnostics = marks.map(({ line, column, message }) => {
    const from = offsetOf(view, line, column)
    const word = view.state.wordAt(from)
    const to = word?.from === from ? word.to : Math.min(from + 1, doc.length)
    return { from: to > from ? from : Math.max(0, from - 1), to, severity: 'error' as const, message }
  })
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

/** The offset of a place; the nearest one where the text has become shorter. */
function offsetOf(view: EditorView, line: number, column: number): number {
  const { doc } = view.state
  const found = doc.line(Math.max(1, Math.min(line, doc.lines)))
  return Math.min(found.from + Math.max(0, column - 1), found.to)
}

const handleOf = (view: RefObject<EditorView | null>): EditorHandle => ({
  insert(text) {
    const made = view.current
    if (!made) return
    made.dispatch(made.state.replaceSelection(text))
    made.focus()
  },
  goTo(line, column) {
    const made = view.current
    if (!made) return
    made.dispatch({ selection: { anchor: offsetOf(made, line, column) }, scrollIntoView: true })
    made.focus()
  },
})
