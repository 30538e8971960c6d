import { useNavigate } from '@tanstack/react-router'
import { EyeOff, Sigma } from 'lucide-react'
import { useRef, useState } from 'react'
import { DOCUMENTS_A_PAGE } from '../../api/data/documents.ts'
import type { CollectionPlace, DocumentQuery, DocumentsSearch } from '../../domain/data/data-search.ts'
import type { ListedDocument } from '../../domain/data/document-text.ts'
import { problemOf } from '../../http/problem.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import type { EditorHandle } from '../../parts/editor/editor-types.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import table from '../../parts/table.module.css'
import { usePageKeys } from '../../state/page-keys.ts'
import { DeleteDocumentDialog } from './delete-document-dialog.tsx'
import { DocumentTable, DocumentTexts } from './document-table.tsx'
import styles from './documents.module.css'
import { PageSteps } from './page-steps.tsx'
import { QueryCard } from './query-card.tsx'
import { useDocumentCount, useDocuments, useIsNarrowed } from './use-documents.ts'

type DocumentsTabProps = { place: CollectionPlace; search: DocumentsSearch }

/** The documents that a query finds, a page at a time. */
export function DocumentsTab({ place, search }: DocumentsTabProps) {
  const navigate = useNavigate()
  const filterEditor = useRef<EditorHandle>(null)
  const { view, filter, sort, keys, page } = search
  const found = useDocuments(place, { filter, sort, keys, page })
  usePageKeys({ f: () => filterEditor.current?.goTo(1, 1) })
  const refusal = found.isError && isAboutQuery(found.error) ? found.error : undefined
  const find = (next: DocumentQuery) =>
    void navigate({ to: '/data/documents', search: { ...place, ...(view && { view }), ...next } })
  return (
    <>
      <QueryCard
        query={{ ...(filter && { filter }), ...(sort && { sort }), ...(keys && { keys }) }}
        error={refusal}
        filterEditor={filterEditor}
        onFind={find}
      />
      {refusal === undefined ? (
        <Loaded query={found} what="these documents">
          {documents => <FoundDocuments place={place} search={search} documents={documents} />}
        </Loaded>
      ) : (
        <FaultSummary title="Nothing was looked for." error={refusal} />
      )}
    </>
  )
}

/** A query that the service does not take, as against one that it can not answer now. */
function isAboutQuery(error: unknown): boolean {
  const { status, code } = problemOf(error)
  return status === 400 || code === 'FIELD_HIDDEN'
}

type FoundDocumentsProps = DocumentsTabProps & { documents: readonly ListedDocument[] }

function FoundDocuments({ place, search, documents }: FoundDocumentsProps) {
  const navigate = useNavigate()
  const { filter, page = 1, view } = search
  const [deleted, setDeleted] = useState<ListedDocument>()
  const isNarrowed = useIsNarrowed(place, documents.find(({ id }) => id !== undefined)?.id)
  const show = (next: Partial<DocumentsSearch>) =>
    void navigate({ to: '/data/documents', search: { ...search, ...next } })
  if (documents.length === 0 && page === 1) return <NoDocuments isNarrow={filter !== undefined} />
  const list = { place, documents, onDelete: setDeleted }
  return (
    <>
      {isNarrowed && <NarrowedBar />}
      <div className={table.wrap}>
        <ResultLine place={place} search={search} documents={documents} onView={next => show({ view: next })} />
        {documents.length === 0 && <p className={styles.nothing}>The list ends before this page.</p>}
        {documents.length > 0 && (view === 'json' ? <DocumentTexts {...list} /> : <DocumentTable {...list} />)}
        <PageSteps
          page={page}
          hasMore={documents.length === DOCUMENTS_A_PAGE}
          onPage={next => show({ page: next === 1 ? undefined : next })}
        />
      </div>
      {deleted && (
        <DeleteDocumentDialog place={place} id={deleted.id} name={deleted.name} onClose={() => setDeleted(undefined)} />
      )}
    </>
  )
}

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
] as const

type ResultLineProps = FoundDocumentsProps & { onView(view: 'json' | undefined): void }

/** What is shown, in a sentence, and how many there are, once somebody asks: counting may take long. */
function ResultLine({ place, search: { filter, page = 1, view }, documents, onView }: ResultLineProps) {
  const [asked, setAsked] = useState<string>()
  const count = useDocumentCount(place, filter, asked === (filter ?? ''))
  const first = (page - 1) * DOCUMENTS_A_PAGE + 1
  return (
    <div className={styles.dock}>
      <span role="status">
        {documents.length > 0 && (
          <span className="figures">
            {first.toLocaleString()}–{(first + documents.length - 1).toLocaleString()}
          </span>
        )}
        {count.data !== undefined && (
          <>
            {' of '}
            <span className="figures">{count.data.toLocaleString()}</span>
            {filter === undefined ? ' documents' : ' that match'}
          </>
        )}
        {count.isError && ` · not counted: ${problemOf(count.error).detail}`}
      </span>
      {count.data === undefined && (
        <Button icon={Sigma} isBusy={count.isFetching} onClick={() => setAsked(filter ?? '')}>
          Count
        </Button>
      )}
      <Segments
        label="View"
        segments={VIEWS}
        value={view ?? 'table'}
        onChange={next => onView(next === 'json' ? next : undefined)}
      />
    </div>
  )
}

/** It is said where fields are missing that are there. */
export const NarrowedBar = () => (
  <Bar look="plain" icon={EyeOff}>
    <b>Your permission hides fields of these documents.</b> They are not shown, and nothing can be found or sorted by
    them.
  </Bar>
)

const NoDocuments = ({ isNarrow }: { isNarrow: boolean }) =>
  isNarrow ? (
    <Empty title="No document matches" text="The filter finds none of the documents that you may see." />
  ) : (
    <Empty title="No document yet" text="Add one here, import a file, or send one to the address of the collection." />
  )
