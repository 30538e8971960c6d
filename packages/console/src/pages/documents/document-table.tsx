import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { columnsOf, type ListedDocument } from '../../domain/data/document-text.ts'
import { printedText } from '../../domain/data/extended-text.ts'
import { IconButton } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import styles from './documents.module.css'

export type DocumentListProps = {
  place: CollectionPlace
  documents: readonly ListedDocument[]
  onDelete(document: ListedDocument): void
}

const ROW_KEYS = ['e', 'Delete']
/** Further fields are seen as JSON, or chosen by a projection. */
const COLUMNS = [undefined, table.medium, table.medium, table.wide, table.wide, table.wide]
const LONGEST_TIP = 500

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Documents as rows, with their first fields as columns. On a phone: the id and the first field. */
export function DocumentTable(props: DocumentListProps) {
  const body = useRows<HTMLTableSectionElement>(ROW_KEYS)
  const columns = columnsOf(props.documents).slice(0, COLUMNS.length)
  return (
    <table className={table.table}>
      <caption className="hidden-text">Documents</caption>
      <thead>
        <tr>
          <th className={styles.id}>_id</th>
          {columns.map((name, at) => (
            <th key={name} className={join(COLUMNS[at], styles.column)} title={name}>
              <bdi>{name}</bdi>
            </th>
          ))}
          <th className={styles.actions}>
            <span className="hidden-text">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} className={styles.rows}>
        {props.documents.map(document => (
          <DocumentRow key={document.key} {...props} document={document} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

type FoundRowProps = DocumentListProps & { document: ListedDocument; columns: readonly string[] }

function DocumentRow({ place, document, columns, onDelete }: FoundRowProps) {
  return (
    <tr data-row>
      <td>
        <DocumentLink place={place} document={document} />
      </td>
      {columns.map((name, at) => {
        const text = document.fields.find(field => field.name === name)?.text
        return (
          <td key={name} className={join(COLUMNS[at], styles.value)} title={text?.slice(0, LONGEST_TIP)}>
            {text === undefined ? <span className="quiet">–</span> : <bdi>{text.slice(0, LONGEST_TIP)}</bdi>}
          </td>
        )
      })}
      <td>
        <div className={table.actions}>
          {document.id !== undefined && (
            <IconButton
              icon={Trash2}
              name={`Delete ${document.name}`}
              data-key="Delete"
              onClick={() => onDelete(document)}
            />
          )}
        </div>
      </td>
    </tr>
  )
}

function DocumentLink({ place, document }: { place: CollectionPlace; document: ListedDocument }) {
  const { id, name } = document
  if (id === undefined) return <span className={join(table.name, styles.name)}>{name}</span>
  return (
    <Link
      to="/data/document"
      search={{ ...place, id }}
      className={join(table.name, styles.name)}
      title={name}
      data-key="e"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Documents as their JSON, with every type. */
export function DocumentTexts({ place, documents }: DocumentListProps) {
  const list = useRows<HTMLOListElement>(ROW_KEYS)
  return (
    <ol className={styles.texts} ref={list} aria-label="Documents">
      {documents.map(document => (
        <li key={document.key} data-row>
          <DocumentLink place={place} document={document} />
          <Code text={printedText(document.text)} />
        </li>
      ))}
    </ol>
  )
}
