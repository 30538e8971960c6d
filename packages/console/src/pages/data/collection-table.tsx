import { Link } from '@tanstack/react-router'
import type { CountedCollection } from '../../api/data/collections.ts'
import { Pager } from '../../parts/list/pager.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import styles from './data.module.css'

type CollectionTableProps = {
  collections: readonly CountedCollection[]
  db: string | undefined
  page: number
  onPage(page: number): void
}

const A_PAGE = 25
const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The collections by name. On a phone: what it is, and how much is in it. */
export function CollectionTable({ collections, db, page, onPage }: CollectionTableProps) {
  const body = useRows<HTMLTableSectionElement>()
  const last = Math.ceil(collections.length / A_PAGE)
  const shown = Math.min(page, last)
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className="hidden-text">Collections</caption>
        <thead>
          <tr>
            <th>Name</th>
            <th className={styles.number}>Documents</th>
            <th className={join(table.medium, styles.number)}>Indexes</th>
            <th className={join(table.medium, styles.word)}>Schema</th>
            <th className={join(table.wide, styles.aggregations)}>Stored aggregations</th>
          </tr>
        </thead>
        <tbody ref={body} className={styles.rows}>
          {collections.slice((shown - 1) * A_PAGE, shown * A_PAGE).map(line => (
            <CollectionRow key={line._id} line={line} db={db} />
          ))}
        </tbody>
      </table>
      <Pager page={shown} pageSize={A_PAGE} total={collections.length} onPage={onPage} />
    </div>
  )
}

function CollectionRow({ line, db }: { line: CountedCollection; db: string | undefined }) {
  const { _id: collection, description, documents, indexes, hasSchema, aggrs } = line
  const place = { ...(db !== undefined && { db }), collection }
  return (
    <tr data-row>
      <td>
        <Link to="/data/documents" search={place} className={table.name} title={collection}>
          <bdi>{collection}</bdi>
        </Link>
        {description && <span className={join(table.under, styles.line)}>{description}</span>}
      </td>
      <td className={join(styles.number, 'figures')}>{documents.toLocaleString()}</td>
      <td className={join(table.medium, styles.number, 'figures')}>
        <Link to="/data/documents" search={{ ...place, tab: 'indexes' }}>
          {indexes.toLocaleString()}
        </Link>
      </td>
      <td className={table.medium}>{hasSchema ? 'yes' : <span className="quiet">none</span>}</td>
      <td className={join(table.wide, 'quiet')} title={aggrs.join(', ')}>
        {aggrs.join(', ') || '–'}
      </td>
    </tr>
  )
}
