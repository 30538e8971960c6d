import { type FormEvent, useRef } from 'react'
import type { AppContent } from '../../api/apps.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { Choices, TextField } from '../../parts/field.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import styles from './apps.module.css'
import { type AppSource, type NewApp, useNewApp } from './use-new-app.ts'

type NewAppDialogProps = {
  /** The app that is copied. */
  from?: AppContent | undefined
  /** The collection that it is drafted from, unless another one is chosen. */
  collection?: CollectionPlace | undefined
  onClose(): void
}

const FORM = 'new-app'
const SOURCES = [
  { value: 'collection', label: 'From a collection' },
  { value: 'empty', label: 'Empty' },
  { value: 'file', label: 'From a file' },
] as const

/** A new app. What may be half-done is saved disabled, so that nobody meets it. */
export function NewAppDialog({ from, collection, onClose }: NewAppDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  const app = useNewApp({ from, collection, onMade: onClose })
  const { form, make, faults, canMake, isEnabled, set } = app
  const isDraft = form.source === 'collection'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canMake && !make.isPending) make.mutate()
  }
  return (
    <Dialog
      title={from ? `Duplicate “${from.descriptor.name}”` : 'New GraphQL app'}
      initialFocus={first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={make.isPending} disabled={!canMake}>
            Make app
          </Button>
        </>
      }
    >
      {make.isError && <FaultSummary title="The app was not made." error={make.error} others={faults.others} />}
      <form id={FORM} onSubmit={submit} className={styles.form}>
        {!from && <AppBeginning app={app} />}
        <TextField
          label="Name"
          hint={isDraft && 'Left empty, it is that of the collection.'}
          ref={first}
          autoComplete="off"
          value={form.name}
          onChange={event => set({ name: event.target.value })}
          fault={faults.byField['descriptor.name']}
        />
        <TextField
          label="Address"
          hint={`What follows /graphql/ in its address. Left empty, it is ${isDraft ? 'the name of the collection' : 'the id of the app'}.`}
          autoComplete="off"
          spellCheck={false}
          value={form.uri}
          onChange={event => set({ uri: event.target.value })}
          fault={faults.byField['descriptor.uri']}
        />
        <Toggle label="Enabled" isOn={isEnabled} onChange={isOn => set({ isEnabled: isOn })} />
      </form>
    </Dialog>
  )
}

/** Chooses what the schema and mappings begin with. */
function AppBeginning({ app }: { app: NewApp }) {
  const { form, set, readFile } = app
  const { source, file } = form
  return (
    <>
      <Segments<AppSource> label="Begin" segments={SOURCES} value={source} onChange={next => set({ source: next })} />
      {source === 'collection' && <CollectionChoice app={app} />}
      {source === 'file' && (
        <TextField
          label="File"
          type="file"
          accept=".json,application/json"
          hint="JSON with descriptor, schema and mappings, as the API gives an app."
          fault={file?.kind === 'refused' ? file.reason : undefined}
          onChange={event => void readFile(event.target.files?.[0])}
        />
      )}
    </>
  )
}

function CollectionChoice({ app: { collections, chosen, set } }: { app: NewApp }) {
  if (collections.isError) return <FaultSummary title="The collections can not be listed." error={collections.error} />
  if (collections.data?.length === 0) {
    return <p className="quiet">There is no collection yet. Begin with an empty app, or from a file.</p>
  }
  const choices = (collections.data ?? []).map(({ db, collection }, at) => ({
    value: String(at),
    label: `${db} · ${collection}`,
  }))
  return (
    <div className={styles.collections}>
      <Choices
        label="Collection"
        kind="radio"
        choices={choices}
        chosen={[String(chosen)]}
        onChange={([value]) => set({ collection: Number(value) })}
      />
    </div>
  )
}
