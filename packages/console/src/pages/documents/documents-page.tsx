import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Braces, Download, FilePenLine, FileUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { COLLECTION_TABS, type CollectionPlace, type CollectionTab } from '../../domain/data/data-search.ts'
import { ofChunk } from '../../of-chunk.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { MenuButton } from '../../parts/menu-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { TabLinks } from '../../parts/tabs.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { useServiceFacts } from '../data/use-collections.ts'
import { NewAppDialog } from '../graphql-apps/new-app-dialog.tsx'
import { ChangeManyDialog, DeleteManyDialog } from './bulk-dialogs.tsx'
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { trailOf } from './trail.tsx'

const Waiting = () => <TableSkeleton what="this view" />
const IndexesTab = ofChunk(async () => (await import('../collection/indexes-tab.tsx')).IndexesTab, Waiting)
const SchemaTab = ofChunk(async () => (await import('../collection/schema-tab.tsx')).SchemaTab, Waiting)
const AggregationsTab = ofChunk(
  async () => (await import('../collection/aggregations-tab.tsx')).AggregationsTab,
  Waiting,
)
const ImportDialog = ofChunk(async () => (await import('../import/import-dialog.tsx')).ImportDialog)
const ExportDialog = ofChunk(async () => (await import('../import/export-dialog.tsx')).ExportDialog)

const route = getRouteApi('/data/documents')

const LABELS: Readonly<Record<CollectionTab, string>> = {
  documents: 'Documents',
  indexes: 'Indexes',
  schema: 'Schema',
  aggregations: 'Aggregations',
}
/** Collections of the service itself, which have pages of their own. */
const OWN = { users: '/users', acl: '/permissions', 'gql-apps': '/graphql' } as const
const isOwn = (collection: string): collection is keyof typeof OWN => Object.hasOwn(OWN, collection)

/** One collection: its documents, its indexes, its JSON Schema and its stored aggregations. */
export function DocumentsPage() {
  const { db, collection } = route.useSearch()
  const facts = useServiceFacts()
  const place = { ...(db !== undefined && { db }), collection }
  const isOfService = isOwn(collection) && (db === undefined || db === facts?.defaultDatabase)
  if (isOfService) return <OwnPage collection={collection} />
  if (collection === '') return <NoCollection />
  return <Shown key={`${db} ${collection}`} place={place} />
}

const OwnPage = ({ collection }: { collection: keyof typeof OWN }) => (
  <>
    <PageHead title={collection} trail={trailOf(undefined)} />
    <Empty title="A collection of the service itself" text="What is in it is checked and shown on a page of its own.">
      <Link to={OWN[collection]} className={buttonClass('primary')}>
        Open its page
      </Link>
    </Empty>
  </>
)

const NoCollection = () => (
  <>
    <PageHead title="Documents" trail={trailOf(undefined)} />
    <Empty title="No collection is named" text="The address of this page names a collection whose documents are shown.">
      <Link to="/data" className={buttonClass('primary')}>
        Show all collections
      </Link>
    </Empty>
  </>
)

function Shown({ place }: { place: CollectionPlace }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { tab = 'documents', filter } = search
  const toTab = (next: CollectionTab) =>
    void navigate({ to: '/data/documents', search: { ...place, ...(next !== 'documents' && { tab: next }) } })
  usePageKeys({
    n: () => void navigate({ to: '/data/document', search: place }),
    ...Object.fromEntries(COLLECTION_TABS.map((each, at) => [`Alt+${at + 1}`, () => toTab(each)])),
  })
  return (
    <>
      <PageHead
        title={place.collection}
        trail={trailOf(place.db)}
        actions={
          <>
            <CollectionMenu place={place} filter={filter} />
            <Link to="/data/document" search={place} className={buttonClass('primary')}>
              <Plus {...BESIDE_WORDS} />
              New document
            </Link>
          </>
        }
      />
      <TabLinks label="Views of the collection">
        {COLLECTION_TABS.map(each => (
          <Link
            key={each}
            to="/data/documents"
            search={{ ...place, ...(each !== 'documents' && { tab: each }) }}
            activeOptions={{ exact: true }}
            aria-current={each === tab ? 'page' : undefined}
          >
            {LABELS[each]}
          </Link>
        ))}
      </TabLinks>
      {tab === 'documents' && <DocumentsTab place={place} search={search} />}
      {tab === 'indexes' && <IndexesTab place={place} />}
      {tab === 'schema' && <SchemaTab place={place} />}
      {tab === 'aggregations' && <AggregationsTab place={place} />}
    </>
  )
}

type CollectionAct = 'import' | 'export' | 'change' | 'delete-many' | 'app' | 'delete'

/** What else can be done with a collection, and with what the filter of the page finds in it. */
function CollectionMenu({ place, filter }: { place: CollectionPlace; filter: string | undefined }) {
  const may = useLeaves()
  const facts = useServiceFacts()
  const { sort, keys } = route.useSearch()
  const [open, setOpen] = useState<CollectionAct>()
  const close = () => setOpen(undefined)
  return (
    <>
      <MenuButton
        name="More about this collection"
        entries={[
          { label: 'Import a file', icon: FileUp, run: () => setOpen('import') },
          { label: 'Export what is listed', icon: Download, run: () => setOpen('export') },
          ...(may('makeApps')
            ? [{ label: 'Make GraphQL app from this', icon: Braces, run: () => setOpen('app') }]
            : []),
          { label: 'Change all that match', icon: FilePenLine, run: () => setOpen('change') },
          { label: 'Delete all that match', icon: Trash2, isDanger: true, run: () => setOpen('delete-many') },
          { label: 'Delete collection', icon: Trash2, isDanger: true, run: () => setOpen('delete') },
        ]}
      />
      {open === 'import' && <ImportDialog place={place} onClose={close} />}
      {open === 'export' && <ExportDialog place={place} query={{ filter, sort, keys }} onClose={close} />}
      {open === 'change' && <ChangeManyDialog place={place} filter={filter} onClose={close} />}
      {open === 'delete-many' && <DeleteManyDialog place={place} filter={filter} onClose={close} />}
      {open === 'app' && <NewAppDialog collection={{ db: facts?.defaultDatabase, ...place }} onClose={close} />}
      {open === 'delete' && <DeleteCollectionDialog place={place} onClose={close} />}
    </>
  )
}
