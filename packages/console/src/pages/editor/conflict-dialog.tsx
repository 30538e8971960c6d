import { useRef } from 'react'
import { exactTime } from '../../domain/times.ts'
import { documentOf, draftOf } from '../../domain/webhooks/hook-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { shownDocument } from './shown-document.ts'
import type { EditorBase, EditorPartProps } from './use-editor.ts'

/** Somebody else has changed the webhook meanwhile: both are seen, and nothing is lost. */
export function ConflictDialog({ editor, theirs }: EditorPartProps & { theirs: EditorBase }) {
  const editOn = useRef<HTMLButtonElement>(null)
  const { hook } = theirs
  return (
    <Dialog
      title={`“${hook.name}” was changed meanwhile`}
      isWide
      initialFocus={editOn}
      onClose={editor.editOn}
      actions={
        <>
          <Button onClick={editor.takeTheirs}>Take theirs</Button>
          <Button look="danger" isBusy={editor.save.isPending} onClick={editor.writeOver}>
            Write mine over it
          </Button>
          <Button ref={editOn} look="primary" onClick={editor.editOn}>
            Edit on
          </Button>
        </>
      }
    >
      <p className="quiet">
        Version {hook.version} was saved at {exactTime(hook.updatedAt.$date)}, after you had read version{' '}
        {editor.base?.hook.version}. Nothing of yours is saved yet. Left: theirs, right: yours.
      </p>
      <Comparison
        label="Theirs and yours"
        before={shownDocument(documentOf(draftOf(hook)))}
        after={shownDocument(documentOf(editor.draft))}
        language={jsonLanguage}
      />
    </Dialog>
  )
}
