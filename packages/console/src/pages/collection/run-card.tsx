import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { documentsApi } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import type { ListedDocument } from '../../domain/data/document-text.ts'
import { shortText } from '../../domain/data/extended-text.ts'
import { type StoredAggregation, variablesIn, variablesText } from '../../domain/data/meta-text.ts'
import { isJsonObject } from '../../domain/data/query-text.ts'
import { readJson } from '../../domain/json-text.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'

type RunCardProps = {
  place: CollectionPlace
  chosen: StoredAggregation | undefined
  canSeeList: boolean
}

/** More are counted only: nobody reads through them. */
const MOST_SHOWN = 100

/** Runs a stored aggregation with values for its variables. Who may not see the list names it. */
export function RunCard({ place, chosen, canSeeList }: RunCardProps) {
  const [typed, setTyped] = useState('')
  const [avars, setAvars] = useState(() => variablesText(chosen ? variablesIn(chosen.stages) : []))
  const name = chosen?.name ?? typed
  const run = useMutation({ mutationFn: () => documentsApi.aggregate(place, name, avars.trim() || undefined) })
  const canRun = name !== '' && isValues(avars)
  const runNow = () => canRun && !run.isPending && run.mutate()
  const title = chosen ? `Run ${chosen.name}` : 'Run an aggregation'
  if (canSeeList && !chosen) return null
  return (
    <Card
      title={title}
      actions={
        <Button icon={Play} isBusy={run.isPending} disabled={!canRun} onClick={runNow}>
          Run
        </Button>
      }
    >
      {!chosen && <NameField value={typed} onChange={setTyped} />}
      <EditorField
        label="Variables"
        value={avars}
        onChange={setAvars}
        language={jsonLanguage}
        lines={3}
        marks={marksOf(avars)}
        onRun={runNow}
        foot="A JSON object: a value for each variable of the pipeline."
      />
      {run.isError && <FaultSummary title="It did not run." error={run.error} />}
      {run.data && <Results documents={run.data} />}
    </Card>
  )
}

const NameField = ({ value, onChange }: { value: string; onChange(name: string): void }) => (
  <TextField
    label="Name"
    hint="The list is told to who manages collections."
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)

const isValues = (avars: string): boolean => avars.trim() === '' || isJsonObject(avars)

function marksOf(avars: string) {
  const read = readJson(avars)
  return avars.trim() !== '' && read.kind === 'unreadable' ? [read] : []
}

const Results = ({ documents }: { documents: readonly ListedDocument[] }) => (
  <>
    <p className="small quiet" role="status">
      {documents.length.toLocaleString()} {documents.length === 1 ? 'result' : 'results'}
      {documents.length > MOST_SHOWN && `, the first ${MOST_SHOWN} of them below`}.
    </p>
    {documents.length > 0 && (
      <Code
        text={documents
          .slice(0, MOST_SHOWN)
          .map(({ text }) => shortText(text))
          .join('\n')}
      />
    )}
  </>
)
