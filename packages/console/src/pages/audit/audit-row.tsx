import { Link } from '@tanstack/react-router'
import { Ban, Check, Minus } from 'lucide-react'
import type { AuditLine, LeakedKey } from '../../api/admin/audit.ts'
import { actionTone, actionWords, thingOf } from '../../domain/admin/audit-words.ts'
import { Badge } from '../../parts/badge.tsx'
import table from '../../parts/table.module.css'
import { Time } from '../../parts/time.tsx'
import styles from './audit.module.css'

const TONES = {
  done: { look: 'quiet', icon: Check },
  gone: { look: 'warn', icon: Minus },
  refused: { look: 'bad', icon: Ban },
} as const

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

type AuditRowProps = { line: AuditLine }

/** A line: what it is about leads to its page, who did it to what else he did. */
export function AuditRow({ line }: AuditRowProps) {
  const { at, action, actor, from, fields = [], detail } = line
  return (
    <tr data-row>
      <td className="figures">
        <Time at={at.$date} form="log" />
      </td>
      <td>
        <Badge {...TONES[actionTone(action)]} word={actionWords(action)} isBare />
        <span className={join(table.under, styles.about)}>
          <Thing line={line} />
          <span className={styles.underActor}> by {actor === null ? 'nobody signed in' : <bdi>{actor}</bdi>}</span>
        </span>
      </td>
      <td className={table.medium}>
        {actor === null ? (
          <span className="quiet">nobody signed in</span>
        ) : (
          <Link to="/admin/audit" search={{ user: actor }} className={styles.name} title={`Lines about ${actor}`}>
            <bdi>{actor}</bdi>
          </Link>
        )}
      </td>
      <td className={join(table.wide, 'figures', 'quiet')}>{from ?? '–'}</td>
      <td className={join(table.medium, styles.wraps)} title={fields.join(', ')}>
        {fields.length > 0 && <span className="figures">{fields.join(', ')}</span>}
        {detail !== undefined && <span className="quiet">{detail}</span>}
      </td>
    </tr>
  )
}

/** What a line is about. What is gone leads to the other lines about it. */
function Thing({ line }: AuditRowProps) {
  const { subject, key } = line
  const thing = thingOf(line)
  if (thing?.kind === 'key') return key && <KeyThing keyLine={key} />
  if (thing && 'id' in thing) return <Named kind={thing.kind} id={thing.id} />
  if (thing?.kind === 'plugins') return <Link to="/admin/plugins">Plugins</Link>
  if (thing) return <Link to="/webhooks/mail">Mail server</Link>
  if (subject === undefined) return null
  return (
    <Link to="/admin/audit" search={{ id: subject }} title={`Lines about ${subject}`}>
      <bdi>{subject}</bdi>
    </Link>
  )
}

const KeyThing = ({ keyLine: { id, hint, user } }: { keyLine: LeakedKey }) => (
  <>
    <Link to="/admin/keys" search={{ key: id }}>
      slk_…{hint}
    </Link>{' '}
    of <bdi>{user}</bdi>
  </>
)

const PLACES = {
  permission: '/permissions/one',
  app: '/graphql/app',
  webhook: '/webhooks/one',
} as const

type NamedProps = { kind: keyof typeof PLACES | 'user'; id: string }

function Named({ kind, id }: NamedProps) {
  const name = <bdi>{id}</bdi>
  if (kind === 'user') {
    return (
      <Link to="/users/one" search={{ user: id }}>
        {name}
      </Link>
    )
  }
  return (
    <Link to={PLACES[kind]} search={{ id }}>
      {name}
    </Link>
  )
}
