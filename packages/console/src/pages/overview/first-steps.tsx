import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type InstallationFacts, serviceFacts } from '../../api/service-facts.ts'
import type { Hook } from '../../api/webhooks.ts'
import { type FirstStep, firstSteps } from '../../domain/overview/first-steps.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { useSession } from '../../session/use-session.ts'
import { useElapsed } from '../../state/use-elapsed.ts'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** A line of the first steps, and whether it is done. */
type ShownStep = FirstStep & { isDone: boolean }

/** An operator sees what there is after this, whatever has not been answered. */
const PATIENCE_MS = 1_000

/** Whether something may still come: it is under way, and has not failed yet. */
const isAwaited = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  isPending && failureCount === 0

/**
 * What somebody does first with an installation in which nothing is; none once it is done, once there is an app, and where it
 * is not known. Undefined until that is clear, for a second at most: what else there is to see waits for it.
 */
export function useFirstSteps({ newest, apps, collections }: Overview): readonly ShownStep[] | undefined {
  const session = useSession()
  const facts = useQuery({ queryKey: ['service-facts'], queryFn: serviceFacts })
  const isLate = useElapsed(PATIENCE_MS)
  if (!isLate && [newest, apps, collections, facts].some(isAwaited)) return undefined
  if (!newest.data || !apps.data || !collections.data || !facts.data || session.kind !== 'signed-in') return []
  const hooks = newest.data.value
  if (apps.data.total !== 0 || hasDelivered(hooks)) return []
  const steps = firstSteps({ origin: location.origin, user: session.user, collections: collectionsPath(facts.data) })
  const done = [collections.data.length > 0, hooks.length > 0]
  return steps.map((step, at) => Object.assign({ isDone: done[at] ?? false }, step))
}

const hasDelivered = (hooks: readonly Hook[]): boolean => hooks.some(({ health }) => health?.lastAt)

const collectionsPath = ({ tier, defaultDatabase }: InstallationFacts): string =>
  tier === 'shared' ? '/' : `/${encodeURIComponent(defaultDatabase)}/`

export function FirstSteps({ steps }: { steps: readonly ShownStep[] }) {
  return (
    <Card title="First steps">
      <ol className={styles.steps}>
        {steps.map(({ title, text, line, isDone }, at) => (
          <li key={title}>
            <h3>
              {at + 1}. {title}
              {isDone && (
                <span className={styles.done}>
                  <CircleCheck {...BESIDE_WORDS} /> done
                </span>
              )}
            </h3>
            {!isDone && (
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
