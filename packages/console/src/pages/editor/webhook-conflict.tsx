import { documentOf, draftOf } from '../../domain/hook-form/hook-draft.ts'
import { exactTime } from '../../domain/times.ts'
import { ConflictDialog } from '../../parts/dialog/conflict-dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { shownDocument } from './shown-document.ts'
import type { EditorBase, EditorPartProps } from './use-editor.ts'

/** Somebody else has changed the webhook meanwhile: both are seen, and nothing is lost. */
export function WebhookConflict({ editor, theirs }: EditorPartProps & { theirs: EditorBase }) {
  const { hook } = theirs
  return (
    <ConflictDialog
      name={hook.name}
      isBusy={editor.save.isPending}
      onTakeTheirs={editor.takeTheirs}
      onWriteOver={editor.writeOver}
      onEditOn={editor.editOn}
    >
      <p className="quiet">
        Version {hook.version} was saved at {exactTime(hook.updatedAt.$date)}, after you had read an older one. Nothing
        of yours is saved yet. Left: theirs, right: yours.
      </p>
      <Comparison
        label="Theirs and yours"
        before={shownDocument(documentOf(draftOf(hook)))}
        after={shownDocument(documentOf(editor.draft))}
        language={jsonLanguage}
      />
    </ConflictDialog>
  )
}
