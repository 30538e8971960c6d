import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { editorLook } from './editor-look.ts'
import type { ComparisonProps } from './editor-types.ts'

const NARROW = '(max-width: 1023px)'
const COLLAPSE = { margin: 3, minSize: 8 }

export function CodeComparison({ before, after, language, label }: ComparisonProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = place.current
    if (!parent) return
    let isGone = false
    let end = () => {}
    void (language?.() ?? Promise.resolve([])).then(loaded => {
      if (isGone) return
      const view = matchMedia(NARROW).matches
        ? unified({ before, after, label, parent, loaded })
        : sideBySide({ before, after, label, parent, loaded })
      end = () => view.destroy()
    })
    return () => {
      isGone = true
      end()
    }
  }, [before, after, language, label])
  return <div ref={place} />
}

type TextPair = { before: string; after: string; label: string; parent: HTMLElement; loaded: Extension }

const readOnly = (label: string, loaded: Extension): Extension[] => [
  ...editorLook,
  lineNumbers(),
  loaded,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label }),
]

const sideBySide = ({ before, after, label, parent, loaded }: TextPair) =>
  new MergeView({
    parent,
    a: { doc: before, extensions: readOnly(`${label}: before`, loaded) },
    b: { doc: after, extensions: readOnly(`${label}: after`, loaded) },
    collapseUnchanged: COLLAPSE,
    gutter: true,
  })

const unified = ({ before, after, label, parent, loaded }: TextPair) =>
  new EditorView({
    parent,
    doc: after,
    extensions: [
      ...readOnly(label, loaded),
      unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: COLLAPSE }),
    ],
  })
