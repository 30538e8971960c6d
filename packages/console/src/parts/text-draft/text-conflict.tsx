import { ConflictDialog } from '../dialog/conflict-dialog.tsx'
import { Comparison } from '../editor/comparison.tsx'
import { jsonLanguage } from '../editor/json-language.ts'
import type { TextDraft } from './use-text-draft.ts'

/** Somebody else has stored another version meanwhile: both are seen, and nothing is lost. */
export function TextConflict({ name, draft }: { name: string; draft: TextDraft }) {
  const { theirs } = draft
  if (!theirs) return null
  return (
    <ConflictDialog
      name={name}
      isBusy={draft.isSaving}
      onTakeTheirs={draft.takeTheirs}
      onWriteOver={draft.writeOver}
      onEditOn={draft.editOn}
    >
      <p className="quiet">
        Another version was saved after you had read yours. Nothing of yours is saved yet. Left: theirs, right: yours.
      </p>
      <Comparison label="Theirs and yours" before={theirs.text} after={draft.text} language={jsonLanguage} />
    </ConflictDialog>
  )
}
