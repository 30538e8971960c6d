import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { collectionsApi } from '../../api/data/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { isJsonObject } from '../../domain/data/query-text.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { jsonPlace } from '../../domain/graphql/json-place.ts'
import { readJson } from '../../domain/json-text.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './collection.module.css'

type NewIndexDialogProps = { place: CollectionPlace; queryKey: readonly string[]; onClose(): void }

const FORM = 'new-index-form'
const FIELDS = ['keys', 'ops']
const UNIQUE = 'Unique: no two documents have the same values'

/** The name that an index has where nobody gives it another one. */
function nameOfKeys(keys: string): string {
  const read = readJson(keys)
  if (read.kind === 'unreadable' || typeof read.value !== 'object' || read.value === null) return ''
  return Object.entries(read.value)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_')
}

/** An index that is being typed, and its way to the collection. */
function useNewIndex({ place, queryKey, onClose }: NewIndexDialogProps) {
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState<IndexTexts>({ name: '', keys: '{}', options: '{}', isUnique: false })
  const name = texts.name || nameOfKeys(texts.keys)
  const canMake = name !== '' && isJsonObject(texts.keys) && isJsonObject(texts.options)
  const create = useMutation({
    mutationFn: () => collectionsApi.createIndex(place, name, bodyOf(texts)),
    onSuccess: () => {
      onClose()
      showToast(`The index “${name}” is there.`)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  return {
    texts,
    canMake,
    create,
    set: (next: Partial<IndexTexts>) => setTexts(old => Object.assign({}, old, next)),
    make: () => canMake && !create.isPending && create.mutate(),
  }
}

/** A new index. Whether its fields and options go together is decided by the server. */
export function NewIndexDialog(props: NewIndexDialogProps) {
  const { onClose } = props
  const first = useRef<HTMLInputElement>(null)
  const { texts, canMake, create, set, make } = useNewIndex(props)
  const errors = (create.isError ? problemOf(create.error).errors : undefined) ?? []
  const faults = sortFaults({ errors }, FIELDS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make()
  }
  const editorOf = (field: 'keys' | 'ops', text: string) => ({
    language: jsonLanguage,
    lines: 2,
    value: text,
    marks: marksOf(text, { field, errors }),
    fault: faults.byField[field],
    onRun: make,
  })
  return (
    <Dialog
      title="New index"
      initialFocus={first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={create.isPending} disabled={!canMake}>
            Create index
          </Button>
        </>
      }
    >
      {create.isError && <FaultSummary title="The index was not made." error={create.error} others={faults.others} />}
      <form id={FORM} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint={`Left empty, it is ${nameOfKeys(texts.keys) || 'made of the fields'}.`}
          ref={first}
          autoComplete="off"
          spellCheck={false}
          value={texts.name}
          onChange={event => set({ name: event.target.value })}
        />
        <EditorField
          label="Fields"
          onChange={keys => set({ keys })}
          foot="Each with 1 (ascending) or -1 (descending), in the order in which they are searched."
          {...editorOf('keys', texts.keys)}
        />
        <Toggle label={UNIQUE} isOn={texts.isUnique} onChange={isUnique => set({ isUnique })} />
        <EditorField
          label="Further options"
          onChange={options => set({ options })}
          foot="sparse, expireAfterSeconds, partialFilterExpression, collation"
          {...editorOf('ops', texts.options)}
        />
      </form>
    </Dialog>
  )
}

type FieldErrors = { field: string; errors: readonly { path: string; message: string }[] }

/** What can't be read of a text; where all can, what the service says of its places. */
function marksOf(text: string, { field, errors }: FieldErrors) {
  const read = readJson(text)
  if (read.kind === 'unreadable') return [read]
  return errors
    .filter(({ path }) => path.startsWith(`${field}.`))
    .map(({ path, message }) => ({ ...jsonPlace(text, path.slice(field.length + 1)), message }))
}

type IndexTexts = { name: string; keys: string; options: string; isUnique: boolean }

/** The texts as they were typed, with the switch among the options. */
function bodyOf({ keys, options, isUnique }: IndexTexts): string {
  const others = options.trim().slice(1)
  const comma = others.trim() === '}' ? '' : ', '
  return `{"keys": ${keys}, "ops": ${isUnique ? `{"unique": true${comma}${others}` : options}}`
}
