import { type FormEvent, useRef, useState } from 'react'
import type { MetaFacts } from '../../api/data/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { aggregationsChange, aggregationsIn, type StoredAggregation } from '../../domain/data/meta-text.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { jsonPlace } from '../../domain/graphql/json-place.ts'
import { readJson } from '../../domain/json-text.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './collection.module.css'
import { useMetaChange } from './use-meta.ts'

type AggregationDialogProps = {
  place: CollectionPlace
  meta: MetaFacts
  /** Undefined of a new one. */
  old: StoredAggregation | undefined
  onClose(): void
}

const FORM = 'aggregation-form'
const FIRST_STAGES = '[\n  {"$match": {}}\n]'
const CHANGED_MEANWHILE = 412

type AggregationTarget = Omit<AggregationDialogProps, 'onClose'> & { onSaved(): void }

/** An aggregation that is being typed, and its way into the list of the collection. */
function useAggregation({ place, meta, old, onSaved }: AggregationTarget) {
  const [name, setName] = useState(old?.name ?? '')
  const [stages, setStages] = useState(old?.stages ?? FIRST_STAGES)
  const change = useMetaChange(place, () => {
    onSaved()
    showToast(`The aggregation “${name}” is saved.`)
  })
  const read = readJson(stages)
  const canSave = name !== '' && read.kind === 'read'
  return {
    name,
    setName,
    stages,
    setStages,
    canSave,
    isSaving: change.isPending,
    error: change.error,
    unreadable: read.kind === 'unreadable' ? read : undefined,
    save() {
      if (!canSave || change.isPending) return
      const bodyText = aggregationsChange(aggregationsIn(meta.text), { old: old?.name, next: { name, stages } })
      change.mutate({ bodyText, etag: meta.etag })
    },
  }
}

/** An aggregation: its name and its stages. What they may do is decided by the server. */
export function AggregationDialog({ onClose, ...target }: AggregationDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  const typed = useAggregation({ ...target, onSaved: onClose })
  const faults = faultsOf(typed.error, typed.stages)
  const save = (event: FormEvent) => {
    event.preventDefault()
    typed.save()
  }
  return (
    <Dialog
      title={target.old ? `Edit “${target.old.name}”` : 'New aggregation'}
      initialFocus={first}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={typed.isSaving} disabled={!typed.canSave}>
            Save aggregation
          </Button>
        </>
      }
    >
      {typed.error && <FaultSummary title={titleOf(typed.error)} error={typed.error} others={faults.others} />}
      <form id={FORM} className={styles.form} onSubmit={save} noValidate>
        <TextField
          label="Name"
          hint="It ends its address. Letters, digits, _, - and ."
          ref={first}
          autoComplete="off"
          spellCheck={false}
          value={typed.name}
          onChange={event => typed.setName(event.target.value)}
          fault={faults.byField.uri}
        />
        <EditorField
          label="Stages"
          value={typed.stages}
          onChange={typed.setStages}
          language={jsonLanguage}
          lines={12}
          marks={typed.unreadable ? [typed.unreadable] : faults.marks}
          fault={faults.byField.stages}
          onRun={typed.save}
          foot={'MongoDB’s stages. {"$var": "name"} stands for a value that is given when it is run.'}
        />
      </form>
    </Dialog>
  )
}

const titleOf = (error: unknown): string =>
  problemOf(error).status === CHANGED_MEANWHILE
    ? 'Somebody has changed the collection meanwhile: save once more to put yours among what is there now.'
    : 'The aggregation was not saved.'

/** The faults of the one that was sent: its place in the list says nothing to who edits it. */
function faultsOf(error: unknown, stages: string) {
  const errors = ((error ? problemOf(error).errors : undefined) ?? []).map(({ path, message }) => ({
    path: path.replace(/^aggrs\.\d+\.?/, ''),
    message,
  }))
  const marks = errors
    .filter(({ path }) => path.startsWith('stages'))
    .map(({ path, message }) => ({ ...jsonPlace(stages, path.replace(/^stages\.?/, '')), message }))
  return { ...sortFaults({ errors }, ['uri', 'stages']), marks }
}
