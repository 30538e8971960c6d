import { CircleX, RefreshCw } from 'lucide-react'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../button.tsx'
import { Empty } from './empty.tsx'
import styles from './problem.module.css'
import { RetryAfter } from './retry-after.tsx'

type ProblemPanelProps = { error: unknown; onRetry(): void; what: string }

/** A panel whose data did not come: why, and the same once more. The rest of the page goes on. */
export function ProblemPanel({ error, onRetry, what }: ProblemPanelProps) {
  const problem = problemOf(error)
  if (problem.status === 403) return <NoPermission error={error} what={what} />
  return (
    <div className={styles.problem} role="alert">
      <CircleX size={20} strokeWidth={1.75} aria-hidden />
      <div className={styles.text}>
        <h2 className={styles.title}>{problem.title}</h2>
        <p className="quiet">{problem.detail}</p>
        <ProblemFacts error={error} />
      </div>
      <Button icon={RefreshCw} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** A page or panel that one may not see: the refusal, in its own words. */
function NoPermission({ error, what }: { error: unknown; what: string }) {
  const { detail } = problemOf(error)
  return (
    <Empty title={`You may not see ${what}`} text={`${detail} An owner of this installation can change that.`}>
      <ProblemFacts error={error} />
    </Empty>
  )
}

/** The code, with its page, and what an operator finds the request by. */
export function ProblemFacts({ error }: { error: unknown }) {
  const { code, type, requestId } = problemOf(error)
  return (
    <div className={styles.facts}>
      {type.startsWith('/docs/') ? (
        <a href={type} target="_blank" rel="noreferrer">
          {code}
        </a>
      ) : (
        <span>{code}</span>
      )}
      <RetryAfter error={error} />
      {requestId && (
        <span className="quiet">
          Request <code>{requestId}</code>
        </span>
      )}
    </div>
  )
}
