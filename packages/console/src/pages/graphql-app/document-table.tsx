import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { operationName } from '../../domain/graphql/operation-name.ts'
import { IconButton } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { SearchField } from '../../parts/form/search-field.tsx'
import list from '../../parts/list/list.module.css'
import { Empty } from '../../parts/states/empty.tsx'
import table from '../../parts/table.module.css'
import styles from './app.module.css'

/** Documents by the hashes of their texts. */
export type DocumentTexts = Readonly<Record<string, string>>

type DocumentTableProps = {
  documents: DocumentTexts
  canChange: boolean
  isBusy: boolean
  onTakeOut(hash: string): void
}

const SHORT = 12

/** The documents, found by their text or hash, each of which can be taken out. */
export function DocumentTable({ documents, canChange, isBusy, onTakeOut }: DocumentTableProps) {
  const [q, setQ] = useState('')
  const all = Object.entries(documents)
  const wanted = q.toLowerCase()
  const shown = all.filter(([hash, text]) => hash.startsWith(wanted) || text.toLowerCase().includes(wanted))
  if (all.length === 0) {
    return (
      <Empty
        isBare
        title="No trusted document yet"
        text="A document is a query that a client asks for by its hash. Where the app takes trusted documents only, no other query runs."
      />
    )
  }
  return (
    <>
      <search className={styles.inCard}>
        <SearchField label="Search documents" placeholder="Text or hash" value={q} onChange={setQ} />
        <span className={list.grow} />
        <span className="small quiet">
          {shown.length.toLocaleString()} of {all.length.toLocaleString()}
        </span>
      </search>
      <table className={table.table}>
        <caption className="hidden-text">Trusted documents</caption>
        <thead>
          <tr>
            <th>Document</th>
            <th className={[table.medium, styles.hash].join(' ')}>Hash</th>
            <th className={styles.rowActions}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([hash, text]) => (
            <DocumentRow
              key={hash}
              hash={hash}
              text={text}
              isHeld={isBusy}
              onTakeOut={canChange ? () => onTakeOut(hash) : undefined}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

type DocumentRowProps = { hash: string; text: string; isHeld: boolean; onTakeOut: (() => void) | undefined }

function DocumentRow({ hash, text, isHeld, onTakeOut }: DocumentRowProps) {
  const name = operationName(text)
  return (
    <tr>
      <td>
        <span className={table.name}>{name ?? 'without a name'}</span>
        <code className={table.under} title={text}>
          {text.replaceAll(/\s+/g, ' ')}
        </code>
      </td>
      <td className={table.medium}>
        <span className={styles.address}>
          <code title={hash}>{hash.slice(0, SHORT)}…</code>
          <CopyButton text={hash} what="the hash" isIcon />
        </span>
      </td>
      <td>
        <div className={table.actions}>
          {onTakeOut && (
            <IconButton
              icon={Trash2}
              name={`Take out ${name ?? hash.slice(0, SHORT)}`}
              disabled={isHeld}
              onClick={onTakeOut}
            />
          )}
        </div>
      </td>
    </tr>
  )
}
