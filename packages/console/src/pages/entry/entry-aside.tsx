import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, Clock, X } from 'lucide-react'
import type { DeliveryDetail } from '../../api/logs.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { Hook } from '../../api/webhooks.ts'
import { exactTime, relativeTime, secondsTime } from '../../domain/times.ts'
import { conditionFor } from '../../domain/webhooks/condition-for.ts'
import { Card } from '../../parts/card.tsx'
import { Fact } from '../../parts/webhook/body-view.tsx'
import styles from './entry.module.css'

/** What was tried, and what the entry is about. */
export function EntryAside({ entry, hook }: { entry: DeliveryDetail; hook: Hook | undefined }) {
  const may = useLeaves()
  const { method, path } = entry.incomingRequest
  const most = hook?.retry?.attempts
  return (
    <div className={styles.aside}>
      <Card
        title="Attempts"
        actions={
          entry.attempts.length > 0 && <span className="small quiet">{countOf(entry.attempts.length, most)}</span>
        }
      >
        <Attempts entry={entry} />
      </Card>
      <Card title="Event">
        <dl className={styles.facts}>
          <Fact name="Time">{exactTime(entry.timestamp.$date)}</Fact>
          <Fact name="Duration">
            {entry.status === 'skipped' ? 'none' : `${Math.round(entry.durationMs).toLocaleString()} ms`}
          </Fact>
          <Fact name="Request id">
            <code>{entry.eventId}</code>
            {may('seeEvents') && (
              <div>
                <Link to="/events" search={{ id: entry.eventId }}>
                  All webhooks of this event
                </Link>
              </div>
            )}
            {may('makeWebhooks') && (
              <div>
                <Link
                  to="/webhooks/new"
                  search={{
                    name: `${method} ${path}`,
                    condition: conditionFor(method, path),
                    event: entry.eventId,
                  }}
                >
                  Make another webhook of it
                </Link>
              </div>
            )}
          </Fact>
          {entry.through && <ToolFact tool={entry.through.tool} />}
          <Fact name="Entry">
            <code>{entry._id}</code>
          </Fact>
          {entry.redeliveryOf && (
            <Fact name="Redelivery of">
              <Link to="/webhooks/entry" search={{ id: entry.webhookId, entry: entry.redeliveryOf }}>
                {entry.redeliveryOf.slice(0, 13)}
              </Link>
            </Fact>
          )}
        </dl>
      </Card>
    </div>
  )
}

const ToolFact = ({ tool }: { tool: string }) => (
  <Fact name="Tool of an assistant">
    <code>{tool}</code>
  </Fact>
)

const countOf = (made: number, most: number | undefined) => (most ? `${made} of ${Math.max(made, most)}` : `${made}`)

function Attempts({ entry }: { entry: DeliveryDetail }) {
  const { attempts, status, nextAttemptAt, conditionEvaluation } = entry
  if (status === 'skipped') {
    const why = conditionEvaluation.matched ? entry.summary : 'The condition was false'
    return <p className="quiet">None. {why}, so nothing was sent and there is nothing to deliver again.</p>
  }
  if (attempts.length === 0) return <p className="quiet">None has ended yet.</p>
  return (
    <ol className={styles.timeLine}>
      {attempts.map(attempt => (
        <li key={attempt.attempt}>
          <span className="figures">{secondsTime(attempt.at.$date)}</span>
          {attempt.status === 'success' ? (
            <Check className={styles.ok} size={16} aria-hidden />
          ) : (
            <X className={styles.bad} size={16} aria-hidden />
          )}
          <div>
            {attempt.error?.message ??
              (attempt.statusCode === null ? attempt.status : `Answered ${attempt.statusCode}`)}
            <div className="small quiet">
              {attempt.error && `${attempt.error.stage} · `}
              <span className="figures">{Math.round(attempt.durationMs).toLocaleString()} ms</span>
            </div>
          </div>
        </li>
      ))}
      {nextAttemptAt && (
        <li>
          <span className="figures">{secondsTime(nextAttemptAt.$date)}</span>
          <Clock className={styles.info} size={16} aria-hidden />
          <div>
            <b>Next attempt</b>
            <div className="small quiet">{relativeTime(nextAttemptAt.$date, Date.now())}</div>
          </div>
        </li>
      )}
      {status === 'pending' && !nextAttemptAt && (
        <li>
          <span className="quiet">now</span>
          <CircleDashed size={16} aria-hidden />
          <div className="quiet">under way</div>
        </li>
      )}
    </ol>
  )
}
