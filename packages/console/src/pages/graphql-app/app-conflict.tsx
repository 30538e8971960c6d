import { useState } from 'react'
import { textsOf } from '../../domain/graphql/app-text.ts'
import { ConflictDialog } from '../../parts/dialog/conflict-dialog.tsx'
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
export function AppConflict({ draft, theirs }: { draft: AppDraft; theirs: ReadApp }) {
  const newer = textsOf(theirs.app)
  const [shown, setShown] = useState<ComparedText>(newer.schema === draft.texts.schema ? 'mappings' : 'schema')
  return (
    <ConflictDialog
      name={theirs.app.descriptor.name}
      isBusy={draft.save.isPending}
      onTakeTheirs={draft.takeTheirs}
      onWriteOver={draft.writeOver}
      onEditOn={draft.editOn}
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
    </ConflictDialog>
  )
}
