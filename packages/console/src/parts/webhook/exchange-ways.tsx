import { Link } from '@tanstack/react-router'
import { CircleQuestionMark, Plus } from 'lucide-react'
import { useLeaves } from '../../api/use-leaves.ts'
import { conditionFor } from '../../domain/webhooks/condition-for.ts'
import { iconClass } from '../button.tsx'
import { BESIDE_WORDS } from '../icon.ts'

type ExchangeWaysProps = { id: string; method: string; path: string }

/** The way to a webhook that is made of a request, which is its sample. */
export function MakeWebhookWay({ id, method, path }: ExchangeWaysProps) {
  const may = useLeaves()
  const name = `${method} ${path}`
  if (!may('makeWebhooks')) return null
  return (
    <Link
      to="/webhooks/new"
      search={{ name, condition: conditionFor(method, path), event: id }}
      data-key="m"
      className={iconClass}
      aria-label={`Make a webhook of ${name}`}
      title="Make a webhook of it"
    >
      <Plus {...BESIDE_WORDS} />
    </Link>
  )
}

/** The way to why a request was let in, or not. */
export function ExplainWay({ method, path, user }: Omit<ExchangeWaysProps, 'id'> & { user: string | null }) {
  const may = useLeaves()
  if (!may('explainAccess')) return null
  return (
    <Link
      to="/permissions/explain"
      search={{ method, path, ...(user && { user }) }}
      data-key="e"
      className={iconClass}
      aria-label={`Explain access to ${method} ${path}`}
      title="Explain access"
    >
      <CircleQuestionMark {...BESIDE_WORDS} />
    </Link>
  )
}
