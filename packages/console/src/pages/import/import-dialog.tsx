import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { documentsKey } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { refusedText } from '../../domain/data/import-block.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { saveFile } from '../../parts/export/save-file.ts'
import { Choices, TextField } from '../../parts/field.tsx'
import styles from './import.module.css'
import { ImportReportView } from './import-report.tsx'
import { type ImportState, type RunningImport, startImport } from './run-import.ts'

type ImportDialogProps = { place: CollectionPlace; onClose(): void }
type ImportForm = { file: File | undefined; fromLine: string; onConflict: string }

const KINDS = '.json,.jsonl,.ndjson,application/json,application/x-ndjson'
const CONFLICT_CHOICES = [
  { value: 'refuse', label: 'Leave it, and tell its line' },
  { value: 'replace', label: 'Replace it' },
]

/** An import, and what is chosen for it. While it runs the page is not left without a question. */
function useImport(place: CollectionPlace) {
  const running = useRef<RunningImport>(undefined)
  const [form, setForm] = useState<ImportForm>({ file: undefined, fromLine: '1', onConflict: 'refuse' })
  const [state, setState] = useState<ImportState>()
  const isRunning = state?.kind === 'running'
  useBlocker({ shouldBlockFn: () => isRunning, enableBeforeUnload: () => isRunning })
  useEffect(() => () => running.current?.stop(), [])
  return {
    form,
    state,
    isRunning,
    set: (next: Partial<ImportForm>) => setForm(old => Object.assign({}, old, next)),
    start() {
      const { file, fromLine, onConflict } = form
      if (!file) return
      const replaces = onConflict === 'replace'
      running.current = startImport({ place, file, fromLine: Number(fromLine) || 1, replaces, onState: setState })
      void running.current.go()
    },
    stop: () => running.current?.stop(),
    goOn: () => void running.current?.go(),
  }
}

/** Documents of a file, stored block by block, with a report of what was not. */
export function ImportDialog({ place, onClose }: ImportDialogProps) {
  const queryClient = useQueryClient()
  const { form, state, isRunning, set, start, stop, goOn } = useImport(place)
  const refused = state?.report.refusedLines ?? []
  const close = () => {
    void queryClient.invalidateQueries({ queryKey: documentsKey(place) })
    void queryClient.invalidateQueries({ queryKey: ['collections'] })
    onClose()
  }
  const save = () => saveFile(`${place.collection}-refused.jsonl`, 'application/x-ndjson', refusedText(refused))
  return (
    <Dialog
      title={`Import into “${place.collection}”`}
      onClose={isRunning ? undefined : close}
      note={refused.length > 0 && !isRunning && <Button onClick={save}>Save report</Button>}
      actions={
        <ImportActions
          state={state}
          canStart={form.file !== undefined}
          onStart={start}
          onStop={stop}
          onGoOn={goOn}
          onClose={close}
        />
      }
    >
      {state ? (
        <ImportReportView state={state} file={form.file?.name ?? ''} />
      ) : (
        <ImportFields form={form} onChange={set} />
      )}
    </Dialog>
  )
}

type ImportFieldsProps = { form: ImportForm; onChange(next: Partial<ImportForm>): void }

const ImportFields = ({ form, onChange }: ImportFieldsProps) => (
  <div className={styles.form}>
    <TextField
      label="File"
      type="file"
      accept={KINDS}
      hint="One JSON document on each line, or one JSON array. Extended JSON keeps its types. It may be as large as you like: it is read bit by bit."
      onChange={event => onChange({ file: event.target.files?.[0] })}
    />
    <Choices
      label="A document with the same _id is there already"
      kind="radio"
      choices={CONFLICT_CHOICES}
      chosen={[form.onConflict]}
      onChange={([next]) => onChange({ onConflict: next ?? 'refuse' })}
    />
    <TextField
      label="Begin at line"
      hint="For a file of which the first lines are stored already."
      type="number"
      min={1}
      value={form.fromLine}
      onChange={event => onChange({ fromLine: event.target.value })}
    />
  </div>
)

type ImportActionsProps = {
  state: ImportState | undefined
  canStart: boolean
  onStart(): void
  onStop(): void
  onGoOn(): void
  onClose(): void
}

/** What can be done at this moment of an import. */
function ImportActions({ state, canStart, onStart, onStop, onGoOn, onClose }: ImportActionsProps) {
  if (state?.kind === 'running') return <Button onClick={onStop}>Stop</Button>
  if (state === undefined) {
    return (
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={!canStart} onClick={onStart}>
          Import
        </Button>
      </>
    )
  }
  const canGoOn = state.kind !== 'done'
  return (
    <>
      <Button look={canGoOn ? 'plain' : 'primary'} onClick={onClose}>
        Done
      </Button>
      {canGoOn && (
        <Button look="primary" onClick={onGoOn}>
          Go on
        </Button>
      )}
    </>
  )
}
