import { type FormEvent, useRef, useState } from 'react'
import { type KeyWish, keysApi, type OwnKeyPolicy, type SecretKey } from '../../api/keys.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { AsRequest } from '../../parts/export/as-request.tsx'
import { Choices, TextField } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { useWrite } from '../../state/use-write.ts'
import styles from './keys.module.css'
import { LifetimeField } from './lifetime-field.tsx'

type IssueDialogProps = {
  policy: Extract<OwnKeyPolicy, { canIssue: true }>
  onClose(): void
  onIssued(key: SecretKey): void
}

const FORM = 'issue-form'
const FIELDS = ['name', 'roles', 'expiresIn']

/** A new key. Of one role there is nothing to choose. What is right is decided by the server. */
export function IssueDialog({ policy, onClose, onIssued }: IssueDialogProps) {
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly string[]>(policy.roles.length === 1 ? policy.roles : [])
  const [days, setDays] = useState(String(policy.defaultExpiresInDays))
  const first = useRef<HTMLInputElement>(null)
  const issue = useWrite({ mutationFn: (wish: KeyWish) => keysApi.issue(wish), onSuccess: onIssued, gcTime: 0 })
  const faults = sortFaults(issue.isError ? problemOf(issue.error) : {}, FIELDS)

  const wish = { name, roles, expiresIn: Number(days) }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!issue.isPending) issue.mutate(wish)
  }

  return (
    <Dialog
      title="Issue a key"
      initialFocus={first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={issue.isPending}>
            Issue key
          </Button>
        </>
      }
    >
      {issue.isError && <FaultSummary title="The key was not issued." error={issue.error} others={faults.others} />}
      <form id={FORM} onSubmit={submit} className={styles.form}>
        <TextField
          label="Name"
          hint="What will use it: it helps you to know which one to revoke."
          autoComplete="off"
          ref={first}
          value={name}
          onChange={event => setName(event.target.value)}
          fault={faults.byField.name}
        />
        <Choices
          label="Roles"
          hint="The key may do what these roles may, whatever you may yourself."
          kind="checkbox"
          choices={policy.roles.map(role => ({ value: role, label: role }))}
          chosen={roles}
          onChange={setRoles}
          fault={faults.byField.roles}
        />
        <LifetimeField days={days} onChange={setDays} most={policy.maxExpiresInDays} fault={faults.byField.expiresIn} />
      </form>
      <AsRequest method="POST" path="/keys" body={wish} />
    </Dialog>
  )
}
