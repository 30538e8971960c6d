import { documentOf } from '../../domain/hook-form/hook-draft.ts'
import { requestLine } from '../../domain/request-line.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { shownDocument } from './shown-document.ts'
import type { EditorPartProps } from './use-editor.ts'

const LINES = 20

/** What the form stands for, as JSON. */
export function JsonView({ editor }: EditorPartProps) {
  const text = shownDocument(documentOf(editor.draft))
  return (
    <Card title="As JSON" actions={<CopyButton text={text} what="the JSON" />}>
      <Editor label="The webhook as JSON" lines={LINES} value={text} language={jsonLanguage} />
    </Card>
  )
}

/** The line that does the same without the console. Secrets stand in it as placeholders. */
export function CurlView({ editor: { draft, base } }: EditorPartProps) {
  const document = shownDocument(documentOf(draft))
  const place = base
    ? { method: 'PUT', url: `${location.origin}/webhooks/${encodeURIComponent(base.hook._id)}`, etag: base.etag }
    : { method: 'POST', url: `${location.origin}/webhooks` }
  const text = requestLine({ ...place, body: document })
  return (
    <Card title="As a line of curl" actions={<CopyButton text={text} what="the line" />}>
      <Code text={text} />
    </Card>
  )
}
