import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type MailServerWish, type OwnMailServer, webhookTools } from '../../api/webhook-tools.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { exactTime } from '../../domain/times.ts'
import { problemOf } from '../../http/problem.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './mail-server.module.css'

const SERVER = ['mail', 'server']
const NOT_FOUND = 404
const TRAIL = [
  <Link key="list" to="/webhooks">
    Webhooks
  </Link>,
]

/** The owner's own mail server, and what is left of the service's. */
export function MailServerPage() {
  const server = useQuery({ queryKey: SERVER, queryFn: webhookTools.mailServer, retry: false })
  const isNone = server.isError && problemOf(server.error).status === NOT_FOUND
  return (
    <>
      <PageHead
        title="Mail server"
        trail={TRAIL}
        say="By which server the mails of webhooks go. Your own is used for all of them, and its mails are not counted."
      />
      <Allowance isOwn={server.data !== undefined} />
      {server.isPending && <TableSkeleton what="the mail server" />}
      {server.isError && !isNone && (
        <ProblemPanel error={server.error} what="the mail server" onRetry={() => void server.refetch()} />
      )}
      {(server.data || isNone) && <ServerForm key={server.data?.updatedAt.$date ?? 0} own={server.data} />}
    </>
  )
}

function Allowance({ isOwn }: { isOwn: boolean }) {
  const allowance = useQuery({ queryKey: ['mail', 'allowance'], queryFn: webhookTools.allowance, retry: false })
  if (allowance.isError) {
    return <ProblemPanel error={allowance.error} what="the allowance" onRetry={() => void allowance.refetch()} />
  }
  if (!allowance.data) return <div className={styles.place} />
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

type ServerDraft = { host: string; port: string; secure: boolean; user: string; password: string; from: string }
const FIELDS = ['host', 'port', 'secure', 'user', 'password', 'from']

const EMPTY: ServerDraft = { host: '', port: '587', secure: false, user: '', password: '', from: '' }

const draftOf = (own: OwnMailServer | undefined): ServerDraft =>
  own ? Object.assign({}, EMPTY, own, { port: String(own.port), user: own.user ?? '' }) : EMPTY

/** What is no number is sent as null, so that the server says what is wrong. A blank password keeps the one that is there. */
const wishOf = ({ host, port, secure, user, password, from }: ServerDraft): MailServerWish => ({
  host,
  port: port.trim() === '' ? Number.NaN : Number(port),
  secure,
  ...(user && { user }),
  ...(password && { password }),
  from,
})

function ServerForm({ own }: { own: OwnMailServer | undefined }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(own))
  const [isRemoving, setIsRemoving] = useState(false)
  const save = useMutation({
    mutationFn: () => webhookTools.replaceMailServer(wishOf(draft)),
    onSuccess: saved => {
      queryClient.setQueryData(SERVER, saved)
      showToast('The mail server was reached and is saved.')
    },
  })
  const faults = sortFaults(save.isError ? problemOf(save.error) : {}, FIELDS)
  const change = (next: Partial<ServerDraft>) => setDraft(old => Object.assign({}, old, next))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <Card
      title="Your own mail server"
      actions={
        own && (
          <Button look="danger" onClick={() => setIsRemoving(true)}>
            Remove
          </Button>
        )
      }
    >
      {own && !save.isError && (
        <Bar look="plain" icon={CircleCheck}>
          <b>{own.host}</b> is used since {exactTime(own.updatedAt.$date)}.
        </Bar>
      )}
      {save.isError && (
        <FaultSummary title="The mail server was not saved." error={save.error} others={faults.others} />
      )}
      <form className={styles.form} onSubmit={submit}>
        <ServerFields draft={draft} change={change} faults={faults.byField} isKept={own?.user !== undefined} />
        <div className={styles.foot}>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Try and save
          </Button>
          <span className="small quiet">
            It is tried before it is saved: a connection and a sign-in, and no mail is sent.
          </span>
        </div>
      </form>
      {isRemoving && <RemoveDialog host={own?.host ?? ''} onClose={() => setIsRemoving(false)} />}
    </Card>
  )
}

type ServerFieldsProps = {
  draft: ServerDraft
  change(next: Partial<ServerDraft>): void
  faults: Readonly<Record<string, string>>
  /** There is a password already, which is not shown. */
  isKept: boolean
}

function ServerFields({ draft, change, faults, isKept }: ServerFieldsProps) {
  const field = (name: 'host' | 'port' | 'user' | 'from') => ({
    autoComplete: 'off',
    spellCheck: false,
    value: draft[name],
    fault: faults[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      <TextField label="Host" hint="A public name, as smtp.example.com" {...field('host')} />
      <TextField label="Port" inputMode="numeric" hint="587, or 465 with TLS from the start" {...field('port')} />
      <TextField label="User" hint="Blank where it asks for none" {...field('user')} />
      <TextField
        label="Password"
        hint={
          isKept ? 'Kept where it stays blank and the server is the same. It is never shown.' : 'It is never shown.'
        }
        type="password"
        autoComplete="new-password"
        value={draft.password}
        fault={faults.password}
        onChange={event => change({ password: event.target.value })}
      />
      <TextField label="From" hint="A bare address, as sluice@example.com" {...field('from')} />
      <div>
        <Toggle label="TLS from the first byte" isOn={draft.secure} onChange={secure => change({ secure })} />
        <p className="small quiet">Without it the connection turns to TLS, always before a password is sent.</p>
        {faults.secure && <p className={styles.fault}>{faults.secure}</p>}
      </div>
    </>
  )
}

function RemoveDialog({ host, onClose }: { host: string; onClose(): void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: webhookTools.removeMailServer,
    onSuccess: () => {
      onClose()
      showToast('Your mail server is removed.')
      return queryClient.invalidateQueries({ queryKey: ['mail'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${host}`}
      verb="Remove mail server"
      error={remove.error}
      failed="The mail server is still set up."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Its password is deleted. Mails go by the service’s own server again, where there is one, and are counted.
    </ConfirmDialog>
  )
}
