import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FilePlus, Plus, ShieldCheck, ShieldOff } from 'lucide-react'
import { type ChangeEvent, type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { documentHash } from '../../domain/graphql/document-hash.ts'
import { readTrustedFile } from '../../domain/graphql/trusted-file.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWrite } from '../../state/use-write.ts'
import { DocumentTable, type DocumentTexts } from './document-table.tsx'

/** The text of a document that is to be added. Its holder outlives the view, so that it is there again afterwards. */
type AddedDocument = { text: string; setText: Dispatch<SetStateAction<string>> }

type TrustedDocumentsProps = { id: string; app: ShownApp; added: AddedDocument; canChange: boolean }

/** The documents that alone may run where an app takes trusted documents only. */
export function DocumentsTab({ id, app, added, canChange }: TrustedDocumentsProps) {
  const documents = useQuery({ queryKey: documentsKey(id), queryFn: () => appsApi.documents(id) })
  const save = useDocumentChange(id, added)
  const isTrusted = app.descriptor.documents === 'trusted'
  return (
    <>
      {save.isError && <FaultSummary title="The trusted documents are as they were." error={save.error} />}
      <Loaded query={documents} what="the trusted documents">
        {all => (
          <Card
            title="Trusted documents"
            beside={
              isTrusted ? (
                <Badge look="ok" icon={ShieldCheck} word="Only these run" />
              ) : (
                <Badge look="quiet" icon={ShieldOff} word="Any query runs" />
              )
            }
            isFull
          >
            <DocumentTable
              documents={all}
              canChange={canChange}
              isBusy={save.isPending}
              onTakeOut={hash => save.mutate({ kind: 'take-out', hash })}
            />
          </Card>
        )}
      </Loaded>
      {canChange && documents.data && (
        <AddDocument
          added={added}
          isBusy={save.isPending}
          onAdd={more => save.mutate({ kind: 'add', documents: more })}
        />
      )}
    </>
  )
}

const documentsKey = (id: string) => ['apps', 'documents', id]

type DocumentChange = { kind: 'add'; documents: DocumentTexts } | { kind: 'take-out'; hash: string }

/** Changes the documents as they are by then, so that what somebody else has added meanwhile stays. */
function useDocumentChange(id: string, { setText }: AddedDocument) {
  const queryClient = useQueryClient()
  return useWrite({
    mutationFn: (change: DocumentChange) => appsApi.changeDocuments(id, all => changedDocuments(all, change)),
    onSuccess: (next, change) => {
      queryClient.setQueryData(documentsKey(id), next)
      showToast('The trusted documents are saved.')
      // The field is emptied of what is saved now, not of what was typed since.
      if (change.kind === 'add') setText(now => (Object.values(change.documents).includes(now) ? '' : now))
    },
  })
}

const changedDocuments = (all: DocumentTexts, change: DocumentChange): DocumentTexts =>
  change.kind === 'add'
    ? Object.assign({}, all, change.documents)
    : Object.fromEntries(Object.entries(all).filter(([hash]) => hash !== change.hash))

type AddDocumentProps = { added: AddedDocument; isBusy: boolean; onAdd(documents: DocumentTexts): void }

function AddDocument({ added: { text, setText }, isBusy, onAdd }: AddDocumentProps) {
  const [fault, setFault] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const read = readTrustedFile((await target.files?.[0]?.text()) ?? '')
    target.value = ''
    setFault(read.kind === 'refused' ? read.reason : undefined)
    if (read.kind === 'documents') onAdd(Object.fromEntries(read.texts.map(one => [documentHash(one), one])))
  }
  return (
    <Card
      title="Add documents"
      actions={
        <>
          <input
            ref={file}
            type="file"
            hidden
            accept=".json,application/json"
            onChange={event => void readFile(event)}
          />
          <Button icon={FilePlus} onClick={() => file.current?.click()}>
            Import
          </Button>
          <Button
            icon={Plus}
            isBusy={isBusy}
            disabled={text.trim() === ''}
            onClick={() => onAdd({ [documentHash(text)]: text })}
          >
            Add document
          </Button>
        </>
      }
    >
      <EditorField
        label="Document"
        lines={6}
        value={text}
        onChange={setText}
        language={schemaLanguage}
        fault={fault}
        foot={<span className="small quiet">Its hash is that of the text as it stands, blanks and all.</span>}
      />
    </Card>
  )
}
