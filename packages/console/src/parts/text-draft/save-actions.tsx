import { Button } from '../button.tsx'
import type { TextDraft } from './use-text-draft.ts'

type SaveActionsProps = { draft: Pick<TextDraft, 'isDirty' | 'isSaving'>; onSave(): void }

/** The button that saves a text, and whether there is anything to save. */
export const SaveActions = ({ draft: { isDirty, isSaving }, onSave }: SaveActionsProps) => (
  <>
    <span className="small quiet" role="status">
      {isDirty ? 'Not saved yet.' : 'All is saved.'}
    </span>
    <Button look="primary" isBusy={isSaving} disabled={!isDirty} onClick={onSave}>
      Save
    </Button>
  </>
)
