import { useMemo, useRef, useState } from 'react'
import { printed } from '../../domain/json-text.ts'
import { permissionPath } from '../../domain/permissions/permission-id.ts'
import { shellWord } from '../../domain/snippets.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { ruleLanguage } from '../../parts/condition/rule-language.ts'
import { Editor } from '../../parts/editor/editor.tsx'
import type { EditorHandle, EditorMark } from '../../parts/editor/editor-types.ts'
import { MarkList } from '../../parts/editor/mark-list.tsx'
import { useNextMark } from '../../parts/editor/use-next-mark.ts'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import styles from './permission.module.css'
import type { PermissionEditor, PermissionPartProps } from './use-permission-draft.ts'

const LINES = 14
const VIEWS = [
  { value: 'json', label: 'JSON' },
  { value: 'curl', label: 'curl' },
] as const

/** The same permission as JSON, which can be typed too, or as the line that saves it without the console. */
export function JsonCard({ editor, canChange }: PermissionPartProps) {
  const [view, setView] = useState<'json' | 'curl'>('json')
  const curl = curlLine(editor)
  return (
    <Card
      title="The same as"
      beside={<Segments<'json' | 'curl'> label="View" segments={VIEWS} value={view} onChange={setView} />}
      actions={<CopyButton text={view === 'json' ? editor.text : curl} what={`the ${view}`} isIcon />}
      isFull
    >
      {view === 'json' ? (
        <JsonText editor={editor} canChange={canChange} />
      ) : (
        <div className={styles.padded}>
          <Code text={curl} />
        </div>
      )}
    </Card>
  )
}

function JsonText({ editor: { text, json, marks, changeText }, canChange }: PermissionPartProps) {
  const handle = useRef<EditorHandle>(null)
  const shown = useMemo(() => (json.kind === 'unreadable' ? [json] : marks.json), [json, marks])
  const goTo = ({ line, column }: EditorMark) => handle.current?.goTo(line, column)
  useNextMark(shown, goTo)
  return (
    <>
      <div className={styles.bare}>
        <Editor
          label="The permission as JSON"
          lines={LINES}
          value={text}
          onChange={canChange ? changeText : undefined}
          language={ruleLanguage}
          marks={shown}
          handle={handle}
        />
      </div>
      <MarkList
        marks={shown.map(mark => ({
          key: `${mark.line} ${mark.column} ${mark.message}`,
          place: `JSON ${mark.line}:${mark.column}`,
          message: mark.message,
          onGo: () => goTo(mark),
        }))}
      />
      {json.kind === 'unreadable' && <p className={styles.note}>The form waits until the JSON can be read.</p>}
    </>
  )
}

function curlLine({ base, document }: PermissionEditor): string {
  const [method, path] = base ? ['PUT', `/acl${permissionPath(base.permission._id)}`] : ['POST', '/acl']
  const match = base?.etag ? [`-H ${shellWord(`If-Match: ${base.etag}`)}`] : []
  return [
    `curl -u USER -X ${method} ${shellWord(`${location.origin}${path}`)}`,
    ...match,
    "-H 'Content-Type: application/json'",
    `-d ${shellWord(printed(document ?? {}))}`,
  ].join(' \\\n  ')
}
