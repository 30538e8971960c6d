import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import styles from './editor.module.css'

let isRehearsed = false

/** Resolves when the browser has nothing else to do; soon, where it does not tell. */
const idle = () =>
  new Promise<void>(resolve =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve),
  )

/**
 * Has a character typed into an editor that nobody sees, while nothing else is to be done, once in a tab: a browser compiles
 * a function when it is first called, and the first key of a person waited 14 ms longer than the others for that.
 * @param extensions of the editor that is shown
 */
export async function rehearseKey(extensions: Extension): Promise<void> {
  if (isRehearsed) return
  isRehearsed = true
  await idle()
  const stage = document.createElement('div')
  stage.className = styles.stage ?? ''
  stage.inert = true
  document.body.append(stage)
  const view = new EditorView({ parent: stage, state: EditorState.create({ doc: 'type A {\n}', extensions }) })
  // As a browser does it; CodeMirror finds the change and takes it for a key.
  const line = view.contentDOM.querySelector('.cm-line')
  line?.prepend('a')
  await idle()
  view.destroy()
  stage.remove()
}
