import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { collectionsApi, type ListedIndex } from '../../api/data/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { shortText } from '../../domain/data/extended-text.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import { Loaded } from '../../parts/states/loaded.tsx'
import table from '../../parts/table.module.css'
import { showToast } from '../../parts/toast.tsx'
import styles from './collection.module.css'
import { NewIndexDialog } from './new-index-dialog.tsx'

type IndexesTabProps = { place: CollectionPlace }

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The indexes of a collection, by which its documents are found fast. */
export function IndexesTab({ place }: IndexesTabProps) {
  const { db = '', collection } = place
  const queryKey = ['collections', 'indexes', db, collection]
  const indexes = useQuery({ queryKey, queryFn: () => collectionsApi.indexes(place) })
  const [isNew, setIsNew] = useState(false)
  const [removed, setRemoved] = useState<string>()
  return (
    <>
      <Loaded query={indexes} what="the indexes">
        {shown => (
          <Card
            title="Indexes"
            beside={<span className="small quiet">A filter or sort without one reads the whole collection.</span>}
            actions={
              <Button icon={Plus} onClick={() => setIsNew(true)}>
                New index
              </Button>
            }
            isFull
          >
            <IndexTable indexes={shown} onRemove={setRemoved} />
          </Card>
        )}
      </Loaded>
      {isNew && <NewIndexDialog place={place} queryKey={queryKey} onClose={() => setIsNew(false)} />}
      {removed !== undefined && (
        <RemoveIndex place={place} name={removed} queryKey={queryKey} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

type IndexTableProps = { indexes: readonly ListedIndex[]; onRemove(name: string): void }

function IndexTable({ indexes, onRemove }: IndexTableProps) {
  const body = useRows<HTMLTableSectionElement>(['Delete'])
  return (
    <table className={table.table}>
      <caption className="hidden-text">Indexes</caption>
      <thead>
        <tr>
          <th>Name</th>
          <th className={join(table.medium, styles.keys)}>Fields</th>
          <th className={styles.options}>Options</th>
          <th className={styles.actions}>
            <span className="hidden-text">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} className={styles.rows}>
        {indexes.map(index => (
          <IndexRow key={index._id} index={index} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  )
}

function IndexRow({ index: { _id: name, keys, ops }, onRemove }: { index: ListedIndex; onRemove(name: string): void }) {
  const fields = Object.entries(keys)
    .map(([field, direction]) => `${field} ${direction === 1 ? '↑' : '↓'}`)
    .join(', ')
  const { unique, ...others } = ops
  const more = Object.keys(others).length > 0 ? shortText(JSON.stringify(others)) : ''
  return (
    <tr data-row>
      <td>
        <span className={join(table.name, styles.mono)} title={name}>
          {name}
        </span>
        <span className={join(table.under, styles.underName)}>{fields}</span>
      </td>
      <td className={join(table.medium, styles.mono)}>{fields}</td>
      <td>
        {unique === true && <Badge look="info" icon={Lock} word="Unique" />}
        {more && (
          <span className={join(table.under, styles.mono)} title={more}>
            {more}
          </span>
        )}
        {unique !== true && !more && <span className="quiet">–</span>}
      </td>
      <td>
        <div className={table.actions}>
          {name !== '_id_' && (
            <IconButton icon={Trash2} name={`Remove ${name}`} data-key="Delete" onClick={() => onRemove(name)} />
          )}
        </div>
      </td>
    </tr>
  )
}

type RemoveIndexProps = { place: CollectionPlace; name: string; queryKey: readonly string[]; onClose(): void }

function RemoveIndex({ place, name, queryKey, onClose }: RemoveIndexProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => collectionsApi.deleteIndex(place, name),
    onSuccess: () => {
      onClose()
      showToast(`The index “${name}” is removed.`)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      title={`Remove the index “${name}”`}
      verb="Remove index"
      error={remove.error}
      failed="The index is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      No document goes with it. Filters and sorts that it serves read the whole collection from then on; values that it
      kept unique may come twice.
    </ConfirmDialog>
  )
}
