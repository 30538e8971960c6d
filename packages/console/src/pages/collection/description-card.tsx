import { type FormEvent, useState } from 'react'
import type { MetaFacts } from '../../api/data/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { descriptionIn } from '../../domain/data/meta-text.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './collection.module.css'
import { useMetaChange } from './use-meta.ts'

type DescriptionCardProps = { place: CollectionPlace; meta: MetaFacts; canChange: boolean }

/** What a collection is for, in a sentence. */
export function DescriptionCard({ place, meta, canChange }: DescriptionCardProps) {
  const stored = descriptionIn(meta.text)
  const [description, setDescription] = useState(stored)
  const change = useMetaChange(place, () => showToast('The description is saved.'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || description === stored) return
    change.mutate({ bodyText: JSON.stringify({ description: description || null }), etag: meta.etag })
  }
  return (
    <Card title="Description">
      {change.isError && <FaultSummary title="The description is as it was." error={change.error} />}
      {canChange ? (
        <form className={styles.line} onSubmit={submit}>
          <TextField
            label="Description"
            isLabelHidden
            autoComplete="off"
            value={description}
            onChange={event => setDescription(event.target.value)}
          />
          <Button type="submit" isBusy={change.isPending} disabled={description === stored}>
            Save description
          </Button>
        </form>
      ) : (
        <p className={stored ? undefined : 'quiet'}>{stored || 'Nobody has written one.'}</p>
      )}
    </Card>
  )
}
