import { useQueryClient } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import { collectionsApi, type MetaFacts } from '../../api/data/collections.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { schemaIn } from '../../domain/data/meta-text.ts'
import { isJsonObject } from '../../domain/data/query-text.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { jsonPlace } from '../../domain/graphql/json-place.ts'
import { readJson } from '../../domain/json-text.ts'
import { problemOf } from '../../http/problem.ts'
import { Bar } from '../../parts/bar.tsx'
import { Card } from '../../parts/card.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { SaveActions } from '../../parts/text-draft/save-actions.tsx'
import { TextConflict } from '../../parts/text-draft/text-conflict.tsx'
import { isTextDraft, type TextDraft, type TextVersion, useTextDraft } from '../../parts/text-draft/use-text-draft.ts'
import { showToast } from '../../parts/toast.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import { DescriptionCard } from './description-card.tsx'
import { useMeta } from './use-meta.ts'

type SchemaTabProps = { place: CollectionPlace }

const FIELD = 'jsonSchema'
const FOOT =
  'Draft 6, 7 or 2020-12. It judges each document that is written from now on; those that are there stay. Left empty, there is none.'

/** What documents have to be, and what the collection is for. */
export function SchemaTab({ place }: SchemaTabProps) {
  const may = useLeaves()
  const meta = useMeta(place)
  const canChange = may('seeData')
  return (
    <Loaded query={meta} what="the properties of this collection">
      {shown => (
        <>
          <DescriptionCard key={shown.etag} place={place} meta={shown} canChange={canChange} />
          {canChange ? (
            <SchemaCard place={place} meta={shown} />
          ) : (
            <Bar look="plain" icon={FileWarning}>
              The schema and the stored aggregations are told to who manages collections.
            </Bar>
          )}
        </>
      )}
    </Loaded>
  )
}

const schemaOf = ({ text, etag }: MetaFacts): TextVersion => ({ text: schemaIn(text) ?? '', etag })

function SchemaCard({ place, meta }: SchemaTabProps & { meta: MetaFacts }) {
  const queryClient = useQueryClient()
  const page = `collection.${place.db ?? ''}.${place.collection}.schema`
  const readAgain = async () => schemaOf(await collectionsApi.meta(place))
  const draft = useTextDraft({
    read: schemaOf(meta),
    page,
    async store(text, { etag }) {
      await collectionsApi.changeMeta(place, `{"${FIELD}": ${text.trim() || 'null'}}`, etag)
      return readAgain()
    },
    readAgain,
    onSaved({ text }) {
      showToast(text === '' ? 'There is no schema any more.' : 'The schema is saved, and in force.')
      void queryClient.invalidateQueries({ queryKey: ['collections'] })
    },
  })
  const { text, isDirty } = draft
  const isUnreadable = text.trim() !== '' && !isJsonObject(text)
  const [isHeld, setIsHeld] = useState(false)
  const save = () => {
    setIsHeld(isUnreadable)
    if (isDirty && !isUnreadable) draft.saveNow()
  }
  useKeysEverywhere({
    '$mod+s': event => {
      event.preventDefault()
      save()
    },
  })
  return (
    <>
      <KeptBar page={page} isDraft={isTextDraft} onRestore={draft.restore} />
      <Card title="Schema" actions={<SaveActions draft={draft} onSave={save} />}>
        <SchemaEditor draft={draft} isHeld={isHeld && isUnreadable} />
      </Card>
      <TextConflict name={`Schema of ${place.collection}`} draft={draft} />
      <LeaveQuestion isDirty={isDirty} />
    </>
  )
}

function SchemaEditor({ draft, isHeld }: { draft: TextDraft; isHeld: boolean }) {
  const { text, refusal } = draft
  const read = readJson(text)
  const isUnreadable = text.trim() !== '' && read.kind === 'unreadable'
  const errors = (refusal ? problemOf(refusal).errors : undefined) ?? []
  const faults = sortFaults({ errors }, [FIELD])
  const told = errors.map(({ path, message }) => ({ ...jsonPlace(text, path.replace(/^jsonSchema\.?/, '')), message }))
  return (
    <>
      {refusal !== undefined && (
        <FaultSummary title="The schema is as it was." error={refusal} others={faults.others} />
      )}
      <EditorField
        label="JSON Schema"
        value={text}
        onChange={draft.change}
        language={jsonLanguage}
        lines={14}
        marks={isUnreadable ? [read] : told}
        fault={isHeld && isUnreadable ? read.message : faults.byField[FIELD]}
        foot={FOOT}
      />
    </>
  )
}
