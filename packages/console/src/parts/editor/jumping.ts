import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** Follows what stands at an offset of a text to where it belongs. @returns whether that leads anywhere */
export type EditorJump = (offset: number, text: string) => boolean

/** `Ctrl` and a click, or `Ctrl B`, follow what stands there; ⌘ on a Mac. */
export const jumping = (jump: EditorJump): Extension => [
  keymap.of([{ key: 'Mod-b', run: ({ state }) => jump(state.selection.main.head, state.doc.toString()) }]),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY })
      const isFollowed = offset !== null && jump(offset, view.state.doc.toString())
      if (isFollowed) event.preventDefault()
      return isFollowed
    },
  }),
]
