import { useRef, useState } from 'react'
import { textsOf } from '../../domain/graphql/app-text.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import type { AppDraft, ReadApp } from './use-app-draft.ts'

type ComparedText = 'schema' | 'mappings'
const TEXTS = [
  { value: 'schema', label: 'Schema' },
  { value: 'mappings', label: 'Mappings' },
] as const

/** Somebody else has changed the app meanwhile: both are seen, and nothing is lost. */
export function ConflictDialog({ draft, theirs }: { draft: AppDraft; theirs: ReadApp }) {
  const editOn = useRef<HTMLButtonElement>(null)
  const newer = textsOf(theirs.app)
  const [shown, setShown] = useState<ComparedText>(newer.schema === draft.texts.schema ? 'mappings' : 'schema')
  return (
    <Dialog
      title={`“${theirs.app.descriptor.name}” was changed meanwhile`}
      isWide
      initialFocus={editOn}
      onClose={draft.editOn}
      actions={
        <>
          <Button onClick={draft.takeTheirs}>Take theirs</Button>
          <Button look="danger" isBusy={draft.save.isPending} onClick={draft.writeOver}>
            Write mine over it
          </Button>
          <Button ref={editOn} look="primary" onClick={draft.editOn}>
            Edit on
          </Button>
        </>
      }
    >
      <p className="quiet">
        Another version was saved after you had read yours. Nothing of yours is saved yet. Left: theirs, right: yours.
      </p>
      <Segments<ComparedText> label="Text" segments={TEXTS} value={shown} onChange={setShown} />
      <Comparison
        key={shown}
        label="Theirs and yours"
        before={newer[shown]}
        after={draft.texts[shown]}
        language={shown === 'schema' ? schemaLanguage : jsonLanguage}
      />
    </Dialog>
  )
}
