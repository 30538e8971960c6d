import { printed } from '../../domain/json-text.ts'
import { fieldsOf } from '../../domain/permissions/permission-form.ts'
import { nameOfId } from '../../domain/permissions/permission-id.ts'
import { ConflictDialog } from '../../parts/dialog/conflict-dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import type { PermissionEditor } from './use-permission-draft.ts'
import type { ReadPermission } from './use-typed-permission.ts'

/** Somebody else has changed the permission meanwhile: both are seen, and nothing is lost. */
export function PermissionConflict({ editor, theirs }: { editor: PermissionEditor; theirs: ReadPermission }) {
  return (
    <ConflictDialog
      name={nameOfId(theirs.permission._id)}
      isBusy={editor.save.isPending}
      onTakeTheirs={editor.takeTheirs}
      onWriteOver={editor.writeOver}
      onEditOn={editor.editOn}
    >
      <p className="quiet">
        Another version was saved after you had read yours. Nothing of yours is saved yet. Left: theirs, right: yours.
      </p>
      <Comparison
        label="Theirs and yours"
        before={printed(fieldsOf(theirs.permission))}
        after={editor.text}
        language={jsonLanguage}
      />
    </ConflictDialog>
  )
}
