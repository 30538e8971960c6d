import { Link } from '@tanstack/react-router'
import { Check, ListFilter, Minus } from 'lucide-react'
import { useState } from 'react'
import type { ForeseenAnswer } from '../../api/permissions.ts'
import {
  collectionOf,
  type MatrixColumn,
  type MatrixWord,
  matrixColumns,
  matrixWord,
  ROLES_AT_ONCE,
} from '../../domain/permissions/access-matrix.ts'
import type { ExplainSearch } from '../../domain/permissions/explain-question.ts'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/field.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { Pager } from '../../parts/list/pager.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import table from '../../parts/table.module.css'
import { useDebounced } from '../../state/use-debounced.ts'
import { useNamedRoles } from '../permissions/use-permissions.ts'
import styles from './explain.module.css'
import { useMatrix, useNarrowing } from './use-explain.ts'

const AFTER_LAST_KEY_MS = 400
const ANONYMOUS = '$unauthenticated'
const LOOKS = {
  may: { icon: Check, look: styles.may },
  'in part': { icon: ListFilter, look: styles.inPart },
  'may not': { icon: Minus, look: styles.mayNot },
} as const

type MatrixCardProps = {
  /** The question that is answered on the page. */
  asked: ExplainSearch
}

/** Roles and what each may do; every cell leads to its explanation. */
export function MatrixCard({ asked }: MatrixCardProps) {
  const [typed, setTyped] = useState<string>()
  const collection = typed ?? collectionOf(asked.path ?? '')
  const [page, setPage] = useState(1)
  const settled = useDebounced(collection, AFTER_LAST_KEY_MS)
  const named = useNamedRoles().filter(role => role !== ANONYMOUS)
  const roles = [...named, ANONYMOUS]
  const shown = roles.slice((page - 1) * ROLES_AT_ONCE, page * ROLES_AT_ONCE)
  const matrix = useMatrix(shown, pathOf(settled))
  return (
    <Card
      title="Who may what"
      isFull
      foot={
        <>
          <Sign word="may" says="may" />
          <Sign word="in part" says="in part: some documents or fields, or the rest of the request decides" />
          <Sign word="may not" says="may not" />
        </>
      }
    >
      <div className={styles.collection}>
        <TextField
          label="Collection"
          autoComplete="off"
          spellCheck={false}
          placeholder="/collection"
          value={collection}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      {matrix.isError && <ProblemPanel error={matrix.error} what="the matrix" onRetry={() => void matrix.refetch()} />}
      {!matrix.isError && (
        <MatrixTable roles={shown} collection={pathOf(settled)} answers={matrix.data ?? []} asked={asked} />
      )}
      {roles.length > ROLES_AT_ONCE && (
        <Pager page={page} pageSize={ROLES_AT_ONCE} total={roles.length} onPage={setPage} />
      )}
    </Card>
  )
}

/** A path as the service takes it; without a query. */
function pathOf(text: string): string {
  const [path = ''] = text.trim().split(/[?#]/)
  return path.startsWith('/') || path === '' ? path : `/${path}`
}

type MatrixTableProps = MatrixCardProps & {
  roles: readonly string[]
  collection: string
  answers: readonly ForeseenAnswer[]
}

function MatrixTable({ roles, collection, answers, asked }: MatrixTableProps) {
  const narrowing = useNarrowing()
  const columns = matrixColumns(collection)
  return (
    <div className={styles.scroll}>
      <table className={[table.table, styles.matrix].join(' ')}>
        <caption className="hidden-text">Roles and what they may do</caption>
        <thead>
          <tr>
            <th scope="col">Role</th>
            {columns.map(({ label, method, path }) => (
              <th key={label} scope="col" title={`${method} ${path}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roles.map((role, row) => (
            <tr key={role}>
              <th scope="row" title={role}>
                {role === ANONYMOUS ? 'anonymous' : role}
              </th>
              {columns.map((column, at) => {
                const answer = answers[row * columns.length + at]
                return (
                  <td key={column.label}>
                    {answer && <Cell role={role} column={column} word={matrixWord(answer, narrowing)} asked={asked} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = MatrixCardProps & { role: string; column: MatrixColumn; word: MatrixWord }

function Cell({ role, column: { method, path }, word, asked }: CellProps) {
  const { icon: Shown, look } = LOOKS[word]
  const isAsked = asked.roles === role && asked.method === method && asked.path === path
  return (
    <Link
      to="/permissions/explain"
      search={{ roles: role, method, path }}
      className={[styles.cell, look].join(' ')}
      aria-label={`${role} ${word} ${method} ${path}`}
      aria-current={isAsked ? 'true' : undefined}
      title={`${role} ${word} ${method} ${path}`}
    >
      <Shown {...BESIDE_WORDS} />
    </Link>
  )
}

function Sign({ word, says }: { word: MatrixWord; says: string }) {
  const { icon: Shown, look } = LOOKS[word]
  return (
    <span className={[styles.sign, look].join(' ')}>
      <Shown {...BESIDE_WORDS} />
      {says}
    </span>
  )
}
