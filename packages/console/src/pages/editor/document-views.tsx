import { Copy } from 'lucide-react'
import { shellWord } from '../../domain/snippets.ts'
import { documentOf } from '../../domain/webhooks/hook-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { copyText } from '../../parts/export/copy-text.ts'
import { showToast } from '../../parts/toast.tsx'
import { shownDocument } from './shown-document.ts'
import type { EditorPartProps } from './use-editor.ts'

const LINES = 20

/** What the form stands for, as JSON. */
export function JsonView({ editor }: EditorPartProps) {
  const text = shownDocument(documentOf(editor.draft))
  return (
    <Card title="As JSON" actions={<CopyButton text={text} />}>
      <Editor label="The webhook as JSON" lines={LINES} value={text} language={jsonLanguage} />
    </Card>
  )
}

/** The line that does the same without the console. Secrets stand in it as placeholders. */
export function CurlView({ editor: { draft, base } }: EditorPartProps) {
  const document = shownDocument(documentOf(draft))
  const [method, path] = base ? ['PUT', `/webhooks/${encodeURIComponent(base.hook._id)}`] : ['POST', '/webhooks']
  const match = base?.etag ? [`-H ${shellWord(`If-Match: ${base.etag}`)}`] : []
  const text = [
    `curl -u USER -X ${method} ${shellWord(`${location.origin}${path}`)}`,
    ...match,
    "-H 'Content-Type: application/json'",
    `-d ${shellWord(document)}`,
  ].join(' \\\n  ')
  return (
    <Card title="As a line of curl" actions={<CopyButton text={text} />}>
      <Code text={text} />
    </Card>
  )
}

function CopyButton({ text }: { text: string }) {
  const copy = async () => {
    if (await copyText(text)) showToast('It is copied.')
  }
  return (
    <Button icon={Copy} onClick={() => void copy()}>
      Copy
    </Button>
  )
}
