import { TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Hook, MadeHook } from '../../api/webhooks.ts'
import { type HookDraft, isHookDraft } from '../../domain/hook-form/hook-draft.ts'
import { namedOccurrences } from '../../domain/occurrences/occurrence-words.ts'
import { clockTime } from '../../domain/times.ts'
import { firstSample, type TrialSample } from '../../domain/webhooks/trial-sample.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { SecretDialog } from '../../parts/dialog/secret-dialog.tsx'
import { type SegmentChoice, Segments } from '../../parts/form/segments.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import { CurlView, JsonView } from './document-views.tsx'
import styles from './editor.module.css'
import { HowItIsSigned } from './how-it-is-signed.tsx'
import { SECRET_SAYS, SecretCard } from './secret-card.tsx'
import { TestCard, useTest } from './test-card.tsx'
import { type EditorBase, useEditor, type WebhookEditor } from './use-editor.ts'
import { WebhookConflict } from './webhook-conflict.tsx'
import { WhatItSends } from './what-it-sends.tsx'
import { WhenItFails } from './when-it-fails.tsx'
import { WhenItFires } from './when-it-fires.tsx'
import { WhereItGoes } from './where-it-goes.tsx'
import { WhoHears } from './who-hears.tsx'

type WebhookEditorProps = {
  /** Undefined of a new one. */
  base: EditorBase | undefined
  start: HookDraft
  /** The event that condition and template are tried on at first. */
  event: string | undefined
  /** Called when the secret of a new one was seen. */
  onMade?(hook: Hook): void
}

type DocumentView = 'form' | 'json' | 'curl'

const TYPES: readonly SegmentChoice<HookDraft['type']>[] = [
  { value: 'http', label: 'HTTP' },
  { value: 'email', label: 'Email' },
]
const VIEWS: readonly SegmentChoice<DocumentView>[] = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
  { value: 'curl', label: 'curl' },
]

/** A webhook that is typed, tried and saved: in the order of the pipeline. */
export function WebhookEditorForm({ base, start, event, onMade }: WebhookEditorProps) {
  const page = base ? `webhook.${base.hook._id}` : 'webhook'
  const [made, setMade] = useState<MadeHook>()
  const editor = useEditor({
    base,
    start,
    page,
    onMade: hook => (hook.secret === undefined ? onMade?.(hook) : setMade(hook)),
  })
  const [view, setView] = useState<DocumentView>('form')
  const [sample, setSample] = useSample(editor, event)
  const test = useTest(editor, sample)
  useEditorKeys(editor, () => test.mutate())
  useSavedNote(editor)
  return (
    <>
      <KeptBar
        page={page}
        isDraft={isHookDraft}
        note="Values of headers are not kept: type them again."
        onRestore={editor.restore}
      />
      <EditorBars editor={editor} />
      <EditorHead editor={editor} view={view} onView={setView} isTested={test.data?.ok === true} />
      {editor.save.isError && !editor.theirs && (
        <FaultSummary title="The webhook was not saved." error={editor.save.error} others={editor.faults.others} />
      )}
      {view === 'form' && <FormView editor={editor} sample={sample} onSample={setSample} test={test} />}
      {view === 'json' && <JsonView editor={editor} />}
      {view === 'curl' && <CurlView editor={editor} />}
      <EditorDialogs
        editor={editor}
        made={made}
        onDone={hook => {
          setMade(undefined)
          onMade?.(hook)
        }}
      />
    </>
  )
}

/** The sample that somebody has chosen, else the one that fits the condition. @param event chosen from the start */
function useSample({ draft: { condition } }: WebhookEditor, event: string | undefined) {
  const [chosen, choose] = useState<TrialSample | undefined>(event ? { kind: 'event', id: event } : undefined)
  const first = useMemo(() => firstSample(condition), [condition])
  const isGone = chosen?.kind === 'told' && !namedOccurrences(condition).includes(chosen.occurrence)
  return [chosen && !isGone ? chosen : first, choose] as const
}

type FormViewProps = {
  editor: WebhookEditor
  sample: TrialSample
  onSample(sample: TrialSample): void
  test: ReturnType<typeof useTest>
}

const FormView = ({ editor, sample, onSample, test }: FormViewProps) => (
  <>
    <WhenItFires editor={editor} sample={sample} onSample={onSample} onTest={() => test.mutate()} />
    <WhereItGoes editor={editor} />
    <WhatItSends editor={editor} sample={sample} />
    <WhenItFails editor={editor} />
    <WhoHears editor={editor} />
    {editor.draft.type === 'http' && <HowItIsSigned editor={editor} />}
    {editor.base && <SecretCard hook={editor.base.hook} isHeld={editor.isDirty} />}
    <TestCard editor={editor} test={test} />
  </>
)

type EditorDialogsProps = { editor: WebhookEditor; made: MadeHook | undefined; onDone(hook: MadeHook): void }

const EditorDialogs = ({ editor, made, onDone }: EditorDialogsProps) => (
  <>
    {editor.theirs && <WebhookConflict editor={editor} theirs={editor.theirs} />}
    {made && <MadeDialog made={made} onDone={() => onDone(made)} />}
    <LeaveQuestion isDirty={editor.isDirty && made === undefined} note="Values of headers are not kept." />
  </>
)

const MadeDialog = ({ made, onDone }: { made: MadeHook; onDone(): void }) => (
  <SecretDialog title={`“${made.name}” is saved`} secret={made.secret ?? ''} says={SECRET_SAYS} onDone={onDone}>
    {made.warnings?.map(warning => (
      <p key={warning} className="small">
        {warning}
      </p>
    ))}
  </SecretDialog>
)

/** What the last save was answered with, and what somebody else has saved. */
function EditorBars({ editor }: { editor: WebhookEditor }) {
  const warnings = editor.base?.hook.warnings ?? []
  return (
    <>
      {editor.newer && <NewerBar editor={editor} newer={editor.newer} />}
      {warnings.map(warning => (
        <Bar key={warning} look="warn" icon={TriangleAlert} role="status">
          {warning}
        </Bar>
      ))}
    </>
  )
}

/** Told before a save is refused for it. */
function NewerBar({ editor, newer }: { editor: WebhookEditor; newer: EditorBase }) {
  return (
    <Bar
      look="warn"
      icon={TriangleAlert}
      role="status"
      actions={<Button onClick={() => editor.compare(newer)}>Compare</Button>}
    >
      Version {newer.hook.version} was saved at {clockTime(newer.hook.updatedAt.$date)}, while you change version{' '}
      {editor.base?.hook.version}.
    </Bar>
  )
}

type EditorHeadProps = {
  editor: WebhookEditor
  view: DocumentView
  onView(view: DocumentView): void
  isTested: boolean
}

function EditorHead({ editor, view, onView, isTested }: EditorHeadProps) {
  const { draft, isDirty, save, base } = editor
  const canSave = isDirty || !base
  /** The fields of the other type stay in the form, and are not sent. */
  const changeType = (type: HookDraft['type']) => editor.change({ type })
  return (
    <div className={styles.head}>
      <Segments<HookDraft['type']> label="Type" segments={TYPES} value={draft.type} onChange={changeType} />
      <Segments<DocumentView> label="View" segments={VIEWS} value={view} onChange={onView} />
      <span className={styles.note} role="status">
        {canSave ? `Not saved yet${isTested ? '' : ', and no test has passed'}.` : 'All is saved.'}
      </span>
      <Button look="primary" isBusy={save.isPending} disabled={!canSave} onClick={editor.saveNow}>
        {base ? 'Save' : 'Save Webhook'}
      </Button>
    </div>
  )
}

/** Saves with Ctrl S and tests with Ctrl Enter, in fields too. */
function useEditorKeys({ saveNow, isDirty, base }: WebhookEditor, onTest: () => void): void {
  useKeysEverywhere({
    '$mod+s': event => {
      event.preventDefault()
      if (isDirty || !base) saveNow()
    },
    '$mod+Enter': event => {
      if (event.defaultPrevented) return
      event.preventDefault()
      onTest()
    },
  })
}

function useSavedNote({ save: { data } }: WebhookEditor): void {
  useEffect(() => {
    if (data?.kind === 'changed') showToast(`Version ${data.hook.version} is saved and in force.`)
  }, [data])
}
