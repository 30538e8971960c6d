import { Check, TriangleAlert } from 'lucide-react'
import type { QueryPlan } from '../../api/apps.ts'
import {
  boundsWords,
  type CommandSum,
  type PlannedField,
  sharingWords,
  sumCommands,
  wayWords,
} from '../../domain/graphql/plan-words.ts'
import { Badge } from '../../parts/badge.tsx'
import { Card } from '../../parts/card.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import table from '../../parts/table.module.css'
import styles from './app.module.css'

/** Shows what a query asks of the store, field by field; and, where it was run, what that came to. */
export function PlanCard({ plan: { plan: way, fields, executed } }: { plan: QueryPlan }) {
  const sums = executed ? sumCommands(executed.commands) : []
  return (
    <>
      <Card title="Plan" isFull>
        {/* A service of the version before tells no way. */}
        {way && (
          <p className={styles.way}>
            {wayWords(way)} <span className="quiet">{boundsWords(way)}</span>
          </p>
        )}
        <table className={table.table}>
          <caption className="hidden-text">Fields that ask the store</caption>
          <thead>
            <tr>
              <th>Field</th>
              <th>Collection</th>
              <th className={table.medium}>Filter</th>
              <th className={table.wide}>Sort and limit</th>
              <th className={table.medium}>Asks</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(field => (
              <PlanRow key={field.path} field={field} />
            ))}
          </tbody>
        </table>
      </Card>
      {executed && (
        <Card
          title="With execution"
          beside={
            <span className="small quiet">
              {executed.sent.toLocaleString()} {executed.sent === 1 ? 'command' : 'commands'}
              {executed.sent > executed.commands.length && `, of which ${executed.commands.length} are listed`}
            </span>
          }
          isFull
        >
          <CommandTable sums={sums} />
          {executed.errors.map(({ message, path }) => (
            <p key={`${path} ${message}`} className={styles.warning}>
              <TriangleAlert {...BESIDE_WORDS} /> {path && <code>{path}</code>} {message}
            </p>
          ))}
          {sums
            .filter(({ index }) => index === null)
            .map(sum => (
              <p key={sum.name + sum.unserved.join()} className={styles.warning}>
                <TriangleAlert {...BESIDE_WORDS} /> {unservedWords(sum)}
              </p>
            ))}
        </Card>
      )}
    </>
  )
}

const unservedWords = ({ name, unserved, documents }: CommandSum): string =>
  unserved.length === 0
    ? `All documents of ${name} are looked at: the query has no condition there.`
    : `No index of ${name} begins with ${unserved.join(', ')}: every document is looked at to find ${documents.toLocaleString()}.`

function PlanRow({ field }: { field: PlannedField }) {
  const { path, db, collection, filter, stages, sort, limit, error } = field
  return (
    <tr>
      <td>
        <code title={path}>{path}</code>
        {error && <span className={styles.faults}>{error}</span>}
      </td>
      <td>{collection && <code title={`${db}.${collection}`}>{collection}</code>}</td>
      <td className={table.medium}>
        <code className={styles.json}>{JSON.stringify(stages ?? filter ?? {})}</code>
      </td>
      <td className={[table.wide, 'quiet'].join(' ')}>
        {sort !== undefined && <code>{JSON.stringify(sort)}</code>}
        {limit !== undefined && <span className={table.under}>{limit.toLocaleString()} at most</span>}
      </td>
      <td className={[table.medium, 'quiet'].join(' ')}>{sharingWords(field)}</td>
    </tr>
  )
}

const CommandTable = ({ sums }: { sums: readonly CommandSum[] }) => (
  <table className={table.table}>
    <caption className="hidden-text">Commands that were sent</caption>
    <thead>
      <tr>
        <th>Collection</th>
        <th className={styles.number}>Commands</th>
        <th className={styles.number}>Documents</th>
        <th className={styles.number}>ms</th>
        <th>Index</th>
      </tr>
    </thead>
    <tbody>
      {sums.map(sum => (
        <tr key={`${sum.name} ${sum.index} ${sum.unserved.join()}`}>
          <td>
            <code>{sum.name}</code>
          </td>
          <td className={styles.number}>{sum.commands.toLocaleString()}</td>
          <td className={styles.number}>{sum.documents.toLocaleString()}</td>
          <td className={styles.number}>{sum.ms.toLocaleString(undefined, { maximumFractionDigits: 1 })}</td>
          <td>
            {sum.index === null ? (
              <Badge look="warn" icon={TriangleAlert} word="none serves" />
            ) : (
              <Badge look="ok" icon={Check} word={sum.index} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
