import { ofChunk } from '../../of-chunk.tsx'
import styles from './editor.module.css'
import type { EditorProps } from './editor-types.ts'

const LINE_PX = 20
const PADDING_PX = 16
const LINES = 3
/** Shows the text while the editor is fetched. */
const TextAlone = ({ lines = LINES, value }: EditorProps) => (
  <pre className={styles.place} data-lines={lines}>
    {value}
  </pre>
)
const Loaded = ofChunk(async () => (await import('./code-editor.tsx')).CodeEditor, TextAlone)

/** A text with line numbers, colours and marks. Its library is a chunk of its own; until then its place is kept. */
export function Editor(props: EditorProps) {
  const { lines = LINES, isWrong } = props
  const height = lines * LINE_PX + PADDING_PX
  return (
    <div className={[styles.box, isWrong && styles.wrong, !props.onChange && styles.fixed].filter(Boolean).join(' ')}>
      <Loaded {...props} height={height} />
    </div>
  )
}
