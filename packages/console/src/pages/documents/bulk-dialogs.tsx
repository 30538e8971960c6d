import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { documentsApi, documentsKey, type ManyWritten } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { nameOfDocument } from '../../domain/data/document-text.ts'
import { isJsonObject } from '../../domain/data/query-text.ts'
import { readJson } from '../../domain/json-text.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './documents.module.css'

type BulkProps = {
  place: CollectionPlace
  /** The filter of the page; undefined is all. */
  filter: string | undefined
  onClose(): void
}

/** All documents are meant by a filter as well: a bulk write always has one. */
const ALL = '{}'

const plural = (count: number) => (count === 1 ? 'document' : 'documents')

/** Counts anew what a filter finds, before anything is done to it. */
const useFreshCount = ({ place, filter }: Pick<BulkProps, 'place' | 'filter'>) =>
  useQuery({
    queryKey: [...documentsKey(place), 'count-for-bulk', filter ?? ''],
    queryFn: () => documentsApi.count(place, filter),
    staleTime: 0,
    gcTime: 0,
  })

type CountingProps = { title: string; error: unknown; onClose(): void }

function CountingDialog({ title, error, onClose }: CountingProps) {
  return (
    <Dialog title={title} isSmall onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      {error ? (
        <FaultSummary title="They can not be counted, so nothing is done." error={error} />
      ) : (
        <p className="quiet" role="status">
          Counting…
        </p>
      )}
    </Dialog>
  )
}

const FilterWords = ({ filter }: { filter: string | undefined }) =>
  filter === undefined ? (
    <>all documents of the collection that you may write</>
  ) : (
    <>
      what this filter finds then:
      <div className={styles.code}>
        <Code text={filter} />
      </div>
    </>
  )

/** Deletes what a filter finds: counted first, and the count is typed. */
export function DeleteManyDialog({ place, filter, onClose }: BulkProps) {
  const queryClient = useQueryClient()
  const count = useFreshCount({ place, filter })
  const remove = useMutation({
    mutationFn: () => documentsApi.removeMany(place, filter ?? ALL),
    onSuccess: ({ deleted }) => {
      onClose()
      showToast(`${deleted.toLocaleString()} ${plural(deleted)} deleted.`)
      return queryClient.invalidateQueries({ queryKey: documentsKey(place) })
    },
  })
  const title = 'Delete all that match'
  if (count.data === undefined) return <CountingDialog title={title} error={count.error} onClose={onClose} />
  const found = count.data
  return (
    <ConfirmDialog
      title={title}
      verb={`Delete ${found.toLocaleString()} ${plural(found)}`}
      typed={String(found)}
      error={remove.error}
      failed="Not all were deleted."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {found.toLocaleString()} {plural(found)} for good: <FilterWords filter={filter} />
    </ConfirmDialog>
  )
}

/** Changes what a filter finds: the change is typed, the count too. */
export function ChangeManyDialog({ place, filter, onClose }: BulkProps) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('{"$set": {}}')
  const [isSure, setIsSure] = useState(false)
  const count = useFreshCount({ place, filter })
  const change = useMutation({
    mutationFn: () => documentsApi.changeMany(place, filter ?? ALL, text),
    onSuccess: async result => {
      await queryClient.invalidateQueries({ queryKey: documentsKey(place) })
      if ((result.errors ?? []).length > 0) return
      onClose()
      showToast(`${result.modified.toLocaleString()} ${plural(result.modified)} changed.`)
    },
  })
  const title = 'Change all that match'
  const back = () => {
    setIsSure(false)
    change.reset()
  }
  if (count.data === undefined) return <CountingDialog title={title} error={count.error} onClose={onClose} />
  if (change.data) return <ChangedPartly result={change.data} onClose={onClose} />
  if (!isSure) {
    return (
      <ChangeForm text={text} filter={filter} onChange={setText} onGoOn={() => setIsSure(true)} onClose={onClose} />
    )
  }
  const found = count.data
  return (
    <ConfirmDialog
      title={title}
      verb={`Change ${found.toLocaleString()} ${plural(found)}`}
      typed={String(found)}
      error={change.error}
      failed="Not all were changed."
      isBusy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={back}
    >
      {found.toLocaleString()} {plural(found)} get this change:
      <div className={styles.code}>
        <Code text={text} />
      </div>
      Who reads meanwhile sees some changed. Nothing takes it back.
    </ConfirmDialog>
  )
}

type ChangeFormProps = {
  text: string
  filter: string | undefined
  onChange(text: string): void
  onGoOn(): void
  onClose(): void
}

function ChangeForm({ text, filter, onChange, onGoOn, onClose }: ChangeFormProps) {
  const read = readJson(text)
  const goOn = () => isJsonObject(text) && onGoOn()
  return (
    <Dialog
      title="Change all that match"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isJsonObject(text)} onClick={goOn}>
            Go on
          </Button>
        </>
      }
    >
      <div className="quiet">
        It is done to <FilterWords filter={filter} />
      </div>
      <EditorField
        label="Change"
        value={text}
        onChange={onChange}
        language={jsonLanguage}
        lines={5}
        marks={read.kind === 'unreadable' ? [read] : []}
        onRun={goOn}
        foot="Fields to set, dotted names reach inside; or operators such as $set, $unset and $inc."
      />
    </Dialog>
  )
}

/** Some could not be changed: which, and why. */
const ChangedPartly = ({ result, onClose }: { result: ManyWritten; onClose(): void }) => (
  <Dialog
    title="Not all were changed"
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p>
      {result.modified.toLocaleString()} of {result.matched.toLocaleString()} were changed. The first of the others:
    </p>
    <ul className={styles.failed}>
      {(result.errors ?? []).map(({ _id, message }) => (
        <li key={JSON.stringify(_id)}>
          <code>{nameOfDocument(_id)}</code> {message}
        </li>
      ))}
    </ul>
  </Dialog>
)
