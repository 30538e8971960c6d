import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { auditApi, type LeakedKey } from '../../api/admin/audit.ts'
import { keysApi } from '../../api/keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { useWrite } from '../../state/use-write.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { TextField } from '../field.tsx'
import { FaultSummary } from '../states/fault-summary.tsx'
import styles from './keys.module.css'

type ReportLeakDialogProps = {
  /** What was pasted. It stands in the memory of this dialog, and goes nowhere but into the report. */
  secret: string
  onClose(): void
}

const FORM = 'leak-form'
const HINT_LENGTH = 4

/** A key that was found where it must not be: it is ended, whosever it is. */
export function ReportLeakDialog({ secret: pasted, onClose }: ReportLeakDialogProps) {
  const may = useLeaves()
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState(pasted)
  const report = useWrite({
    mutationFn: async () => {
      const before = may('seeAudit') ? await auditApi.revocations() : undefined
      await keysApi.reportLeaked(secret)
      return before && (await auditApi.leakedSince(before, secret.slice(-HINT_LENGTH)))
    },
    onSuccess: () => {
      setSecret('')
      void queryClient.invalidateQueries({ queryKey: ['keys'] })
      void queryClient.invalidateQueries({ queryKey: ['audit'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!report.isPending && secret !== '') report.mutate()
  }
  const first = useRef<HTMLInputElement>(null)
  if (report.isSuccess) return <Reported ended={report.data} canSee={may('seeAudit')} onClose={onClose} />
  return (
    <Dialog
      title="Report a leaked key"
      initialFocus={first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="stop" isBusy={report.isPending} disabled={secret === ''}>
            End this key
          </Button>
        </>
      }
    >
      {report.isError && <FaultSummary title="The key was not reported." error={report.error} />}
      <p className="quiet">
        If it is live, it is revoked at once, whosever it is, and can’t be brought back. What uses it is refused from
        then on. It is sent to this gateway alone, and kept nowhere.
      </p>
      <form id={FORM} onSubmit={submit} className={styles.leak} noValidate>
        <TextField
          ref={first}
          label="The key"
          autoComplete="off"
          spellCheck={false}
          value={secret}
          onChange={event => setSecret(event.target.value)}
        />
        {secret.startsWith('sls_') && (
          <p className="small quiet">
            This is the token of a session, not a key: sign out in the tab that it is of, or change the password, which
            ends all sessions.
          </p>
        )}
      </form>
    </Dialog>
  )
}

type ReportedProps = { ended: LeakedKey | undefined; canSee: boolean; onClose(): void }

/** What has become of the key. Where it was live, the line of the audit trail that says so is one click away. */
function Reported({ ended, canSee, onClose }: ReportedProps) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title="The key is reported"
      isSmall
      initialFocus={done}
      onClose={onClose}
      actions={
        <Button ref={done} look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="quiet" role="status">
        {ended
          ? `It was live, belonged to ${ended.user}, and is revoked (slk_…${ended.hint}).`
          : canSee
            ? 'It was not live: nobody can use it.'
            : 'If it was live, it is not any more. An owner sees in the audit trail whose it was.'}
      </p>
      {ended && (
        <p>
          <Link to="/admin/audit" search={{ key: ended.id }} onClick={onClose}>
            Show it in the audit
          </Link>
        </p>
      )}
    </Dialog>
  )
}
