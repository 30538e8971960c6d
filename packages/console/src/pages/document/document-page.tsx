import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { documentsApi, documentsKey, type ReadDocument } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { nameOfDocument } from '../../domain/data/document-text.ts'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { MenuButton } from '../../parts/menu-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { dropDraft } from '../../session/drafts.ts'
import { DeleteDocumentDialog } from '../documents/delete-document-dialog.tsx'
import { trailOfDocument } from '../documents/trail.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { NewDocument } from './new-document.tsx'

const route = getRouteApi('/data/document')

/** One document as its JSON, or a new one. */
export function DocumentPage() {
  const { db, collection, id, from } = route.useSearch()
  const place = { ...(db !== undefined && { db }), collection }
  if (id === undefined) return <NewDocument key={JSON.stringify([place, from])} place={place} from={from} />
  return <OldDocument key={JSON.stringify([place, id])} place={place} id={id} />
}

type DocumentProps = { place: CollectionPlace; id: unknown }

function OldDocument({ place, id }: DocumentProps) {
  const document = useQuery({
    queryKey: [...documentsKey(place), 'one', JSON.stringify(id)],
    queryFn: () => documentsApi.show(place, id),
  })
  const head = <PageHead title={nameOfDocument(id)} trail={trailOfDocument(place)} />
  return (
    <Loaded query={document} what="this document" head={head}>
      {read => <Shown place={place} id={id} read={read} />}
    </Loaded>
  )
}

/** The name of a draft that is kept in the tab. */
const draftName = ({ db = '', collection }: CollectionPlace, id: unknown) =>
  `document.${JSON.stringify([db, collection, id])}`

function Shown({ place, id, read }: DocumentProps & { read: ReadDocument }) {
  const navigate = useNavigate()
  const name = nameOfDocument(id)
  const page = draftName(place, id)
  const [isDeleting, setIsDeleting] = useState(false)
  const [isGone, setIsGone] = useState(false)
  return (
    <>
      <PageHead
        title={name}
        trail={trailOfDocument(place)}
        actions={
          <>
            <CopyButton text={read.text} what="the JSON of the document" />
            <MenuButton
              name="More about this document"
              entries={[
                {
                  label: 'Duplicate',
                  icon: Copy,
                  run: () => void navigate({ to: '/data/document', search: { ...place, from: id } }),
                },
                { label: 'Delete', icon: Trash2, isDanger: true, run: () => setIsDeleting(true) },
              ]}
            />
          </>
        }
      />
      <DocumentEditor place={place} id={id} name={name} read={read} page={page} isGone={isGone} />
      {isDeleting && (
        <DeleteDocumentDialog
          place={place}
          id={id}
          name={name}
          etag={read.etag}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            setIsGone(true)
            dropDraft(page)
            void navigate({ to: '/data/documents', search: place, ignoreBlocker: true })
          }}
        />
      )}
    </>
  )
}
