import { CircleX, UserPen } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { isPermissionDraft } from '../../domain/permissions/permission-form.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import { AssistantsCard } from './assistants-card.tsx'
import { EffectsCard } from './effects-card.tsx'
import { HowFar } from './how-far.tsx'
import { JsonCard } from './json-card.tsx'
import { KeysCard } from './keys-card.tsx'
import styles from './permission.module.css'
import { PermissionConflict } from './permission-conflict.tsx'
import { TryCard } from './try-card.tsx'
import type { PermissionEditor } from './use-permission-draft.ts'
import { WhoAndWhen } from './who-and-when.tsx'

type PermissionEditorProps = {
  editor: PermissionEditor
  title: string
  trail: readonly ReactNode[]
  /** Under which name what is typed is kept in the tab. */
  page: string
  /** What else can be done with it. */
  menu?: ReactNode
}

/** A permission that is typed, checked and saved: as a form, and beside it as JSON. */
export function PermissionEditorForm({ editor, title, trail, page, menu }: PermissionEditorProps) {
  const may = useLeaves()
  const canChange = may('makePermissions')
  useSaveKey(editor)
  useSavedNote(editor, title)
  return (
    <>
      <PageHead title={title} trail={trail} actions={canChange && <EditorActions editor={editor} menu={menu} />} />
      <KeptBar page={page} isDraft={isPermissionDraft} onRestore={editor.restore} />
      <EditorBars editor={editor} />
      <div className={styles.two}>
        <fieldset
          className={styles.fields}
          disabled={!canChange || editor.json.kind === 'unreadable'}
          aria-label="The permission as a form"
        >
          <WhoAndWhen editor={editor} canChange={canChange} />
          <HowFar editor={editor} canChange={canChange} />
          <KeysCard editor={editor} canChange={canChange} />
          <AssistantsCard editor={editor} canChange={canChange} />
        </fieldset>
        <div className={styles.column}>
          <JsonCard editor={editor} canChange={canChange} />
          {canChange && <EffectsCard editor={editor} />}
        </div>
      </div>
      {may('explainAccess') && <TryCard editor={editor} />}
      {editor.theirs && <PermissionConflict editor={editor} theirs={editor.theirs} />}
      {editor.isShutOut && <ShutOutDialog editor={editor} />}
      <LeaveQuestion isDirty={editor.isDirty} />
    </>
  )
}

function EditorActions({ editor, menu }: { editor: PermissionEditor; menu: ReactNode }) {
  const { isDirty, base, save, saveNow } = editor
  const canSave = isDirty || !base
  return (
    <>
      <span className="small quiet" role="status">
        {canSave ? 'Not saved yet.' : 'All is saved.'}
      </span>
      {menu}
      <Button look="primary" isBusy={save.isPending} disabled={!canSave} onClick={saveNow}>
        {base ? 'Save' : 'Save permission'}
      </Button>
    </>
  )
}

function EditorBars({ editor }: { editor: PermissionEditor }) {
  return (
    <>
      {editor.isBehind && (
        <Bar look="warn" icon={UserPen} role="status" actions={<Button onClick={editor.compare}>Compare</Button>}>
          <b>Somebody has saved another version.</b> Nothing of yours is lost: compare the two.
        </Bar>
      )}
      {editor.isHeld && (
        <Bar look="bad" icon={CircleX} role="alert">
          <b>The permission was not saved.</b> The JSON can’t be read: what is wrong stands below it.
        </Bar>
      )}
      {editor.refusal !== undefined && (
        <FaultSummary
          title="The permission was not saved."
          error={editor.refusal}
          others={editor.marks.fields.others}
        />
      )}
    </>
  )
}

/** Told before it is saved: nobody should find out afterwards. */
const ShutOutDialog = ({ editor }: { editor: PermissionEditor }) => (
  <ConfirmDialog
    title="You would shut yourself out"
    verb="Save all the same"
    error={undefined}
    failed=""
    isBusy={editor.save.isPending}
    onConfirm={editor.saveAllTheSame}
    onClose={editor.spareOneself}
  >
    Once this is saved, you yourself can change permissions no more: another owner, or whoever has the machine, has to
    let you in again. Nothing is saved yet.
  </ConfirmDialog>
)

/** Ctrl S saves, in the editors too. */
function useSaveKey({ isDirty, base, saveNow }: PermissionEditor): void {
  useKeysEverywhere({
    '$mod+s': event => {
      event.preventDefault()
      if (isDirty || !base) saveNow()
    },
  })
}

function useSavedNote({ save: { data } }: PermissionEditor, name: string): void {
  useEffect(() => {
    if (data?.kind === 'changed') showToast(`“${name}” is saved: in force everywhere within 20 s, usually 1 s.`)
  }, [data, name])
}
