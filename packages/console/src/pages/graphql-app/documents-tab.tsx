import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FilePlus, Plus, ShieldCheck, ShieldOff } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { documentHash } from '../../domain/graphql/document-hash.ts'
import { readTrustedFile } from '../../domain/graphql/trusted-file.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import { type DocumentListProps, DocumentTable, type DocumentTexts } from './document-table.tsx'

type DocumentsTabProps = { id: string; app: ShownApp; canChange: boolean }

/** The documents that alone may run where an app takes trusted documents only. */
export function DocumentsTab({ id, app, canChange }: DocumentsTabProps) {
  const queryClient = useQueryClient()
  const queryKey = ['apps', 'documents', id]
  const documents = useQuery({ queryKey, queryFn: () => appsApi.documents(id) })
  const save = useMutation({
    mutationFn: (next: DocumentTexts) => appsApi.replaceDocuments(id, next),
    onSuccess: next => {
      queryClient.setQueryData(queryKey, next)
      showToast('The trusted documents are saved.')
    },
  })
  const isTrusted = app.descriptor.documents === 'trusted'
  if (documents.isPending) return <TableSkeleton what="the trusted documents" />
  if (documents.isError) {
    return (
      <ProblemPanel error={documents.error} what="the trusted documents" onRetry={() => void documents.refetch()} />
    )
  }
  return (
    <>
      {save.isError && <FaultSummary title="The trusted documents are as they were." error={save.error} />}
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
        <DocumentTable documents={documents.data} canChange={canChange} isBusy={save.isPending} onSave={save.mutate} />
      </Card>
      {canChange && <AddDocument documents={documents.data} isBusy={save.isPending} onSave={save.mutate} />}
    </>
  )
}

function AddDocument({ documents, isBusy, onSave }: DocumentListProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const add = (more: DocumentTexts) => onSave(Object.assign({}, documents, more))
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const read = readTrustedFile((await target.files?.[0]?.text()) ?? '')
    target.value = ''
    setFault(read.kind === 'refused' ? read.reason : undefined)
    if (read.kind === 'documents') add(Object.fromEntries(read.texts.map(one => [documentHash(one), one])))
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
            onClick={() => {
              add({ [documentHash(text)]: text })
              setText('')
            }}
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
