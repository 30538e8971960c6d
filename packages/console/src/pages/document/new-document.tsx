import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { documentsApi, documentsKey } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { nameOfDocument } from '../../domain/data/document-text.ts'
import { printedText } from '../../domain/data/extended-text.ts'
import { isJsonObject } from '../../domain/data/query-text.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { isTextDraft } from '../../parts/text-draft/use-text-draft.ts'
import { showToast } from '../../parts/toast.tsx'
import { dropDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import { trailOfDocument } from '../documents/trail.tsx'
import { DocumentText } from './document-text.tsx'

type NewDocumentProps = {
  place: CollectionPlace
  /** The `_id` of the document that it begins as a copy of. */
  from: unknown
}

const EMPTY = '{\n  \n}'

/** A document that is not there yet, empty or a copy of another one without its `_id`. */
export function NewDocument({ place, from }: NewDocumentProps) {
  const source = useQuery({
    queryKey: [...documentsKey(place), 'one', JSON.stringify(from)],
    queryFn: () => documentsApi.show(place, from),
    enabled: from !== undefined,
  })
  if (from === undefined) return <NewText place={place} start={EMPTY} />
  const head = <PageHead title="New document" trail={trailOfDocument(place)} />
  return (
    <Loaded query={source} what="the document to copy" head={head}>
      {({ text }) => <NewText place={place} start={printedText(text, ['_id'])} />}
    </Loaded>
  )
}

function NewText({ place, start }: { place: CollectionPlace; start: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const page = `document.${JSON.stringify([place.db ?? '', place.collection])}.new`
  const [first] = useState(start)
  const [text, setText] = useState(start)
  const [isHeld, setIsHeld] = useState(false)
  const create = useMutation({
    mutationFn: () => documentsApi.create(place, text),
    onSuccess: async id => {
      dropDraft(page)
      showToast(`“${nameOfDocument(id)}” is stored.`)
      await queryClient.invalidateQueries({ queryKey: documentsKey(place) })
      await navigate({ to: '/data/document', search: { ...place, id }, ignoreBlocker: true, replace: true })
    },
  })
  const isDirty = text !== first && !create.isSuccess
  useKeptDraft({ page, isDirty, value: text, etag: undefined })
  const isWrong = !isJsonObject(text)
  const save = () => {
    setIsHeld(isWrong)
    if (!isWrong && !create.isPending) create.mutate()
  }
  useKeysEverywhere({
    '$mod+s': event => {
      event.preventDefault()
      save()
    },
  })
  return (
    <>
      <PageHead title="New document" trail={trailOfDocument(place)} />
      <KeptBar page={page} isDraft={isTextDraft} onRestore={({ value }) => setText(value)} />
      <Card
        title="JSON"
        beside={<span className="small quiet">Without an _id it gets an ObjectId.</span>}
        actions={
          <Button look="primary" isBusy={create.isPending} onClick={save}>
            Add document
          </Button>
        }
      >
        <DocumentText
          text={text}
          onChange={setText}
          onRun={save}
          isHeld={isHeld}
          refusal={create.error ?? undefined}
          refused={text}
          failed="The document was not stored."
        />
      </Card>
      <LeaveQuestion isDirty={isDirty} />
    </>
  )
}
