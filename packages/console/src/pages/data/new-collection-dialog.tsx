import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { collectionsApi } from '../../api/data/collections.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import styles from './data.module.css'

type NewCollectionDialogProps = {
  /** The database to begin with; undefined where there is one alone. */
  database: string | undefined
  onClose(): void
}

const FORM = 'new-collection-form'

/** A new collection. Which names there may be is decided by the server. */
export function NewCollectionDialog({ database, onClose }: NewCollectionDialogProps) {
  const [db, setDb] = useState(database ?? '')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const place = { ...(database !== undefined && { db }), collection: name }
  const create = useMutation({
    mutationFn: () => collectionsApi.create(place, description),
    onSuccess: () => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: ['collections'] })
      void queryClient.invalidateQueries({ queryKey: ['databases'] })
      return navigate({ to: '/data/documents', search: place })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending && name !== '') create.mutate()
  }
  return (
    <Dialog
      title="New collection"
      initialFocus={first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={create.isPending} disabled={name === ''}>
            Create collection
          </Button>
        </>
      }
    >
      {create.isError && <FaultSummary title="The collection was not created." error={create.error} />}
      <form id={FORM} className={styles.form} onSubmit={submit} noValidate>
        {database !== undefined && <DatabaseField value={db} onChange={setDb} />}
        <TextField
          label="Name"
          hint="Letters, digits, _, - and .; it stands in the address of the collection."
          ref={first}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <TextField
          label="Description"
          hint="May be left empty."
          autoComplete="off"
          value={description}
          onChange={event => setDescription(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

const DatabaseField = ({ value, onChange }: { value: string; onChange(db: string): void }) => (
  <TextField
    label="Database"
    hint="One that is not there yet is made with the collection."
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)
