import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { CountedCollection } from '../../api/data/collections.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { SearchField } from '../../parts/form/search-field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import list from '../../parts/list/list.module.css'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { CollectionTable } from './collection-table.tsx'
import styles from './data.module.css'
import { NewCollectionDialog } from './new-collection-dialog.tsx'
import { OpenCollection } from './open-collection.tsx'
import { useCollections, useDatabases, useServiceFacts } from './use-collections.ts'

const route = getRouteApi('/data')
const SAY = 'The collections of this installation, which your programs read and write as REST resources.'

/** The collections, in the dedicated tier those of one database. */
export function DataPage() {
  const may = useLeaves()
  const { db } = route.useSearch()
  const facts = useServiceFacts()
  const [isOpen, setIsOpen] = useState(false)
  const canMake = may('seeData')
  usePageKeys({ n: () => canMake && setIsOpen(true) })
  const button = canMake && (
    <Button look="primary" icon={Plus} onClick={() => setIsOpen(true)}>
      New collection
    </Button>
  )
  return (
    <>
      <PageHead title="Data" say={SAY} actions={button} />
      <CollectionList onMake={() => setIsOpen(true)} />
      <OwnPages />
      {isOpen && facts && (
        <NewCollectionDialog
          database={facts.tier === 'dedicated' ? (db ?? facts.defaultDatabase) : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** The list, or why it did not come. Who may read a collection without seeing the list opens it by its name. */
function CollectionList({ onMake }: { onMake(): void }) {
  const { db } = route.useSearch()
  const collections = useCollections(db)
  const isRefused = collections.isError && problemOf(collections.error).status === 403
  return (
    <>
      <Loaded query={collections} what="the collections">
        {listed => <ListedCollections {...listed} onMake={onMake} />}
      </Loaded>
      {isRefused && <OpenCollection />}
    </>
  )
}

type ListedCollectionsProps = { collections: readonly CountedCollection[]; total: number; onMake(): void }

/** The collections with a text in their name or description. They have come all together: nobody is asked again. */
function ListedCollections({ collections, total, onMake }: ListedCollectionsProps) {
  const { db, q = '', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const place = db === undefined ? {} : { db }
  const search = useCallback(
    (text: string) =>
      void navigate({ search: { ...(db !== undefined && { db }), ...(text && { q: text }) }, replace: true }),
    [navigate, db],
  )
  const shown = collections.filter(line => textOf(line).includes(q.toLowerCase()))
  return (
    <>
      <search className={[list.tools, styles.tools].join(' ')}>
        <DatabaseField />
        {collections.length > 0 && (
          <SearchField label="Search collections" placeholder="Name or description" value={q} onChange={search} />
        )}
        {total > collections.length && (
          <span className="small quiet">
            The first {collections.length.toLocaleString()} of {total.toLocaleString()} by name.
          </span>
        )}
      </search>
      {collections.length === 0 && <NoCollections onMake={onMake} />}
      {collections.length > 0 && shown.length === 0 && <NoneMatches onClear={() => search('')} />}
      {shown.length > 0 && (
        <CollectionTable
          collections={shown}
          db={db}
          page={page}
          onPage={next => void navigate({ search: { ...place, ...(q && { q }), page: next } })}
        />
      )}
    </>
  )
}

const textOf = ({ _id, description = '' }: CountedCollection): string => `${_id} ${description}`.toLowerCase()

const NoneMatches = ({ onClear }: { onClear(): void }) => (
  <Empty title="No collection matches" text="None has this text in its name or description.">
    <Button onClick={onClear}>Show all collections</Button>
  </Empty>
)

/** The database that is shown, where there are several. */
function DatabaseField() {
  const { db } = route.useSearch()
  const navigate = route.useNavigate()
  const facts = useServiceFacts()
  const databases = useDatabases()
  if (facts?.tier !== 'dedicated') return null
  const shown = db ?? facts.defaultDatabase
  const names = [...new Set([...(databases.data ?? []), shown])].toSorted()
  return (
    <SelectField
      label="Database"
      isInline
      options={names.map(name => ({ value: name, label: name }))}
      value={shown}
      onChange={next => void navigate({ search: next === facts.defaultDatabase ? {} : { db: next } })}
    />
  )
}

const curlLine = () => `curl -u USER -X PUT ${location.origin}/COLLECTION`

const NoCollections = ({ onMake }: { onMake(): void }) => (
  <Empty
    title="No collection yet"
    text="A collection holds your documents. Create one, then add documents to it or import a file."
  >
    <Button icon={Plus} onClick={onMake}>
      Create a collection
    </Button>
    <Code text={curlLine()} />
  </Empty>
)

/** The collections of the service itself have pages of their own. */
function OwnPages() {
  const may = useLeaves()
  const pages = [
    may('seeUsers') && (
      <li key="users">
        <Link to="/users">Users</Link> <code>/users</code>
      </li>
    ),
    may('seePermissions') && (
      <li key="acl">
        <Link to="/permissions">Permissions</Link> <code>/acl</code>
      </li>
    ),
    may('seeApps') && (
      <li key="apps">
        <Link to="/graphql">GraphQL apps</Link> <code>/gql-apps</code>
      </li>
    ),
  ].filter(Boolean)
  if (pages.length === 0) return null
  return (
    <Card title="The service’s own" beside={<span className="small quiet">each with a page of its own</span>}>
      <ul className={styles.own}>{pages}</ul>
    </Card>
  )
}
