import { Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MetaFacts } from '../../api/data/collections.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { aggregationsChange, aggregationsIn, type StoredAggregation, variablesIn } from '../../domain/data/meta-text.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import { Loaded } from '../../parts/states/loaded.tsx'
import table from '../../parts/table.module.css'
import { showToast } from '../../parts/toast.tsx'
import { AggregationDialog } from './aggregation-dialog.tsx'
import styles from './collection.module.css'
import { RunCard } from './run-card.tsx'
import { useMeta, useMetaChange } from './use-meta.ts'

type AggregationsTabProps = { place: CollectionPlace }

/** The stored aggregations of a collection: pipelines that are run by their name. */
export function AggregationsTab({ place }: AggregationsTabProps) {
  const meta = useMeta(place)
  return (
    <Loaded query={meta} what="the stored aggregations">
      {shown => <Aggregations place={place} meta={shown} />}
    </Loaded>
  )
}

function Aggregations({ place, meta }: AggregationsTabProps & { meta: MetaFacts }) {
  const may = useLeaves()
  const [picked, setPicked] = useState<string>()
  const all = aggregationsIn(meta.text)
  const canManage = may('seeData')
  const chosen = all.find(({ name }) => name === picked) ?? all[0]
  return (
    <div className={canManage && chosen ? styles.two : undefined}>
      {canManage && <ListCard place={place} meta={meta} all={all} onRun={setPicked} />}
      <RunCard key={chosen?.name} place={place} chosen={chosen} canSeeList={canManage} />
    </div>
  )
}

type ListCardProps = AggregationsTabProps & {
  meta: MetaFacts
  all: readonly StoredAggregation[]
  onRun(name: string): void
}

function ListCard({ place, meta, all, onRun }: ListCardProps) {
  const [edited, setEdited] = useState<StoredAggregation | 'new'>()
  const [removed, setRemoved] = useState<string>()
  const body = useRows<HTMLTableSectionElement>(['e', 'Delete'])
  return (
    <Card
      title="Stored aggregations"
      actions={
        <Button icon={Plus} onClick={() => setEdited('new')}>
          New aggregation
        </Button>
      }
      isFull
    >
      {all.length === 0 ? (
        <p className={styles.none}>
          No aggregation yet. One is a pipeline with a name: programs run it by GET, with values for its variables.
        </p>
      ) : (
        <table className={table.table}>
          <caption className="hidden-text">Stored aggregations</caption>
          <thead>
            <tr>
              <th>Name</th>
              <th className={table.medium}>Variables</th>
              <th className={styles.three}>
                <span className="hidden-text">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body} className={styles.rows}>
            {all.map(aggregation => (
              <AggregationRow
                key={aggregation.name}
                aggregation={aggregation}
                onRun={() => onRun(aggregation.name)}
                onEdit={() => setEdited(aggregation)}
                onRemove={() => setRemoved(aggregation.name)}
              />
            ))}
          </tbody>
        </table>
      )}
      {edited !== undefined && (
        <AggregationDialog
          place={place}
          meta={meta}
          old={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && (
        <RemoveAggregation place={place} meta={meta} name={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Card>
  )
}

type AggregationRowProps = { aggregation: StoredAggregation; onRun(): void; onEdit(): void; onRemove(): void }

const AggregationRow = ({ aggregation: { name, stages }, onRun, onEdit, onRemove }: AggregationRowProps) => (
  <tr data-row>
    <td>
      <span className={table.name} title={name}>
        {name}
      </span>
    </td>
    <td className={[table.medium, styles.mono].join(' ')}>
      {variablesIn(stages).join(', ') || <span className="quiet">–</span>}
    </td>
    <td>
      <div className={table.actions}>
        <IconButton icon={Play} name={`Run ${name}`} onClick={onRun} />
        <IconButton icon={Pencil} name={`Edit ${name}`} data-key="e" onClick={onEdit} />
        <IconButton icon={Trash2} name={`Remove ${name}`} data-key="Delete" onClick={onRemove} />
      </div>
    </td>
  </tr>
)

type RemoveAggregationProps = AggregationsTabProps & { meta: MetaFacts; name: string; onClose(): void }

function RemoveAggregation({ place, meta, name, onClose }: RemoveAggregationProps) {
  const change = useMetaChange(place, () => {
    onClose()
    showToast(`The aggregation “${name}” is removed.`)
  })
  const remove = () =>
    change.mutate({
      bodyText: aggregationsChange(aggregationsIn(meta.text), { old: name, next: undefined }),
      etag: meta.etag,
    })
  return (
    <ConfirmDialog
      title={`Remove the aggregation “${name}”`}
      verb="Remove aggregation"
      error={change.error}
      failed="The aggregation is still there."
      isBusy={change.isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      Programs that run it get 404 from then on.
    </ConfirmDialog>
  )
}
