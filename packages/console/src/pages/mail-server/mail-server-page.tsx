import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { webhookTools } from '../../api/webhook-tools.ts'
import { exactTime } from '../../domain/times.ts'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import styles from './mail-server.module.css'
import { ServerForm } from './server-form.tsx'
import { MAIL_SERVER } from './use-server-draft.ts'

const TRAIL = [
  <Link key="list" to="/webhooks">
    Webhooks
  </Link>,
]

/** The owner's own mail server, and what is left of the service's. */
export function MailServerPage() {
  const server = useQuery({ queryKey: MAIL_SERVER, queryFn: webhookTools.mailServer, retry: false })
  return (
    <>
      <PageHead
        title="Mail server"
        trail={TRAIL}
        say="Mails of webhooks go by the service’s server, or by your own: then all of them do, and none is counted."
      />
      <Allowance isOwn={server.data !== undefined && server.data !== null} />
      <Loaded query={server} what="the mail server">
        {own => <ServerForm own={own} />}
      </Loaded>
    </>
  )
}

function Allowance({ isOwn }: { isOwn: boolean }) {
  const allowance = useQuery({ queryKey: ['mail', 'allowance'], queryFn: webhookTools.allowance, retry: false })
  if (!allowance.data) {
    if (!allowance.isError) return <div className={styles.place} />
    return <ProblemPanel error={allowance.error} what="the allowance" onRetry={() => void allowance.refetch()} />
  }
  const { left, limit, used, resetsAt } = allowance.data
  return (
    <Card title="The service’s own mail server">
      <dl className={styles.figures}>
        <div>
          <dt>Recipients left today</dt>
          <dd>
            <b>{left.toLocaleString()}</b> of {limit.toLocaleString()}
          </dd>
        </div>
        <div>
          <dt>Used</dt>
          <dd>{used.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Counted anew</dt>
          <dd>{exactTime(resetsAt.$date)}</dd>
        </div>
      </dl>
      {isOwn && <p className="small quiet">Not used while your own server is set up.</p>}
    </Card>
  )
}
