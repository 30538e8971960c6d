import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { documentsApi, documentsKey, type ReadDocument } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { changeOf } from '../../domain/data/document-text.ts'
import { isJsonObject } from '../../domain/data/query-text.ts'
import { Bar } from '../../parts/bar.tsx'
import { Card } from '../../parts/card.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { SaveActions } from '../../parts/text-draft/save-actions.tsx'
import { TextConflict } from '../../parts/text-draft/text-conflict.tsx'
import { isTextDraft, useTextDraft } from '../../parts/text-draft/use-text-draft.ts'
import { showToast } from '../../parts/toast.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import { NarrowedBar } from '../documents/documents-tab.tsx'
import { DocumentText } from './document-text.tsx'

type DocumentEditorProps = {
  place: CollectionPlace
  id: unknown
  name: string
  read: ReadDocument
  page: string
  isGone: boolean
}

type DraftOfDocument = Omit<DocumentEditorProps, 'isGone'>

/** The text of a document. Somebody who does not see all of it changes the fields that he sees alone. */
function useDocumentDraft({ place, id, name, read, page }: DraftOfDocument) {
  const queryClient = useQueryClient()
  return useTextDraft({
    read,
    page,
    store(text, { text: before, etag }) {
      const write = read.isNarrowed
        ? { method: 'PATCH' as const, bodyText: changeOf(before, text) }
        : { method: 'PUT' as const, bodyText: text }
      return documentsApi.change(place, id, { ...write, etag })
    },
    readAgain: () => documentsApi.show(place, id),
    onSaved() {
      showToast(`“${name}” is saved.`)
      void queryClient.invalidateQueries({ queryKey: documentsKey(place) })
    },
  })
}

/** The JSON of a document that is changed. */
export function DocumentEditor({ isGone, ...props }: DocumentEditorProps) {
  const { name, read, page } = props
  const [isHeld, setIsHeld] = useState(false)
  const draft = useDocumentDraft(props)
  const { text, isDirty } = draft
  const save = () => {
    const isWrong = !isJsonObject(text)
    setIsHeld(isWrong)
    if (isDirty && !isWrong) draft.saveNow()
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
      {read.isNarrowed && <NarrowedBar />}
      {read.etag === undefined && <NoVersionBar />}
      <Card
        title="JSON"
        beside={<span className="small quiet">Extended JSON: what is not changed keeps its type.</span>}
        actions={<SaveActions draft={draft} onSave={save} />}
      >
        <DocumentText
          text={text}
          onChange={draft.change}
          onRun={save}
          isHeld={isHeld}
          refusal={draft.refusal}
          refused={draft.refused}
          failed="The document is as it was."
        />
      </Card>
      <TextConflict name={name} draft={draft} />
      <LeaveQuestion isDirty={isDirty && !isGone} />
    </>
  )
}

const NoVersionBar = () => (
  <Bar look="plain" icon={History}>
    Another program wrote this document, so it has no version yet: what others write meanwhile is not noticed.
  </Bar>
)
