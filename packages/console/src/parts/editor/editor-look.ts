import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { installation } from '../../look/installation.ts'

const MONO = '12px / 20px var(--mono)'

/** Colours and measures of the tokens, so that one style serves both themes. */
const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: MONO, lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)', fontFamily: 'var(--mono)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-2)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 8px 0 4px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--ground-2)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'transparent !important' },
  '&.cm-focused .cm-matchingBracket': { outline: '1px solid var(--field-line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--ground)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip-autocomplete ul': { font: MONO, maxHeight: '20em !important' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal' },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { font: '12px / 16px var(--sans)', padding: '8px 12px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-panels': { backgroundColor: 'var(--ground-2)', color: 'var(--text)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': {
    content: 'none',
    width: '8px',
    height: '8px',
    margin: '6px 3px',
    borderRadius: '4px',
    backgroundColor: 'var(--bad)',
  },
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--ok-ground)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-ground)' },
  '& .cm-changedText, &.cm-merge-b .cm-changedText, &.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    color: 'var(--text)',
    fontWeight: '600',
    textDecoration: 'underline',
  },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: 'none !important' },
  '.cm-collapsedLines': { background: 'var(--hover)', color: 'var(--text-2)', font: '12px / 20px var(--sans)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.propertyName, tags.function(tags.name), tags.typeName], color: 'var(--accent)' },
  { tag: [tags.number, tags.bool, tags.null, tags.macroName], color: 'var(--warn)' },
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--text-2)' },
  { tag: tags.className, color: 'var(--ok)' },
  { tag: tags.comment, color: 'var(--text-2)', fontStyle: 'italic' },
])

/** What each view of a text has, whether it can be changed or not. */
export const editorLook: readonly Extension[] = [
  EditorView.cspNonce.of(installation.nonce),
  theme,
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
]
