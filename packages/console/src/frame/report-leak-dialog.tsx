import { type FormEvent, useState } from 'react'
import { auditApi, type LeakedKey } from '../api/audit.ts'
import { keysApi } from '../api/keys.ts'
import { useLeaves } from '../api/use-leaves.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { FaultSummary } from '../parts/states/fault-summary.tsx'
import { useWrite } from '../state/use-write.ts'
import styles from './key-list.module.css'

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
  const [secret, setSecret] = useState(pasted)
  const report = useWrite({
    mutationFn: async () => {
      await keysApi.reportLeaked(secret)
      return may('seeAudit') ? await auditApi.lastLeaked(secret.slice(-HINT_LENGTH)) : undefined
    },
    onSuccess: () => setSecret(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!report.isPending && secret !== '') report.mutate()
  }
  if (report.isSuccess) return <Reported ended={report.data} canSee={may('seeAudit')} onClose={onClose} />
  return (
    <Dialog
      title="Report a leaked key"
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

const Reported = ({ ended, canSee, onClose }: ReportedProps) => (
  <Dialog
    title="The key is reported"
    isSmall
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
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
  </Dialog>
)
