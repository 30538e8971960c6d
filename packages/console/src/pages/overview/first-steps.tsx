import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { serviceFacts } from '../../api/service-facts.ts'
import { firstSteps } from '../../domain/overview/first-steps.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { useSession } from '../../session/use-session.ts'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** What somebody does first with an installation in which nothing is; gone once it is done, and once there is an app. */
export function FirstSteps({ overview: { newest, apps, collections } }: { overview: Overview }) {
  const session = useSession()
  const facts = useQuery({ queryKey: ['service-facts'], queryFn: serviceFacts })
  if (!newest.data || !apps.data || !collections.data || !facts.data || session.kind !== 'signed-in') return null
  const hooks = newest.data.value
  const hasDelivered = hooks.some(({ health }) => health?.lastAt)
  if ((apps.data.total ?? 0) > 0 || hasDelivered) return null
  const { tier, defaultDatabase } = facts.data
  const steps = firstSteps({
    origin: location.origin,
    user: session.user,
    collections: tier === 'shared' ? '/' : `/${encodeURIComponent(defaultDatabase)}/`,
  })
  const isDone = [collections.data.length > 0, hooks.length > 0, hasDelivered]
  return (
    <Card title="First steps">
      <ol className={styles.steps}>
        {steps.map(({ title, text, line }, at) => (
          <li key={title}>
            <h3>
              {at + 1}. {title}
              {isDone[at] && (
                <span className={styles.done}>
                  <CircleCheck {...BESIDE_WORDS} /> done
                </span>
              )}
            </h3>
            {!isDone[at] && (
              <>
                <p className="quiet">{text}</p>
                <Code text={line} />
                <CopyButton what="line" text={line} />
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
