import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, UserPen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type OwnMailServer, webhookTools } from '../../api/webhook-tools.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import {
  isTypedMailServer,
  MAIL_SERVER_FIELDS,
  type MailServerDraft,
  mailServerWish,
} from '../../domain/mail-server-draft.ts'
import { exactTime } from '../../domain/times.ts'
import { problemOf } from '../../http/problem.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { AsRequest } from '../../parts/export/as-request.tsx'
import { TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './mail-server.module.css'
import { MAIL_SERVER_PAGE, type ServerDraft, useServerDraft } from './use-server-draft.ts'

/** The own mail server as a form. @param own null where there is none yet */
export function ServerForm({ own }: { own: OwnMailServer | null }) {
  const draft = useServerDraft(own)
  const [isRemoving, setIsRemoving] = useState(false)
  const { save, form } = draft
  const faults = sortFaults(save.isError ? problemOf(save.error) : {}, MAIL_SERVER_FIELDS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    draft.saveNow()
  }
  return (
    <>
      <DraftBars draft={draft} />
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
          <ServerFields draft={form} change={draft.change} faults={faults.byField} isKept={own?.user !== undefined} />
          <div className={styles.foot}>
            <Button type="submit" look="primary" isBusy={save.isPending}>
              Try and save
            </Button>
            <span className="small quiet">
              It is tried before it is saved: a connection and a sign-in, and no mail is sent.
            </span>
          </div>
        </form>
        <AsRequest method="PUT" path="/webhooks/mail-server" body={shownWish(form)} />
      </Card>
      {isRemoving && (
        <RemoveDialog host={own?.host ?? ''} onClose={() => setIsRemoving(false)} onRemoved={draft.settleRemoved} />
      )}
      <LeaveQuestion isDirty={draft.isDirty} note="The password is not kept." />
    </>
  )
}

/** A password stands nowhere but in its field. */
const shownWish = (form: MailServerDraft) =>
  mailServerWish(form.password === '' ? form : Object.assign({}, form, { password: 'YOUR_PASSWORD' }))

/** What was typed here before, and what somebody else has saved. */
const DraftBars = ({ draft }: { draft: ServerDraft }) => (
  <>
    <KeptBar
      page={MAIL_SERVER_PAGE}
      isDraft={isTypedMailServer}
      onRestore={draft.restore}
      note="The password is not kept."
    />
    {draft.isBehind && (
      <Bar look="warn" icon={UserPen} role="status" actions={<Button onClick={draft.takeTheirs}>Take theirs</Button>}>
        <b>Somebody has changed the mail server.</b> What you have typed is still here; saved, it takes the place of
        theirs.
      </Bar>
    )}
  </>
)

type ServerFieldsProps = {
  draft: MailServerDraft
  change(next: Partial<MailServerDraft>): void
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

type RemoveDialogProps = { host: string; onClose(): void; onRemoved(): void }

function RemoveDialog({ host, onClose, onRemoved }: RemoveDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: webhookTools.removeMailServer,
    onSuccess: () => {
      onClose()
      onRemoved()
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
