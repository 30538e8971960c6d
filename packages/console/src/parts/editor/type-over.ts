import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Types over a selection without the browser's own editing: that would give the new text the look of the old one by an
 * inline style, which the policy of the page forbids.
 */
export const typeOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection
    const { data, inputType } = event
    if (inputType !== 'insertText' || data === null || main.empty || ranges.length > 1 || view.composing) return false
    event.preventDefault()
    const insert = () =>
      view.state.update({
        changes: { from: main.from, to: main.to, insert: data },
        selection: { anchor: main.from + data.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some(handle => handle(view, main.from, main.to, data, insert))) view.dispatch(insert())
    return true
  },
})
