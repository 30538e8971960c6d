import { type FormEvent, useState } from 'react'
import { usersApi } from '../../api/users.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import { session } from '../../session/session.ts'
import { useWrite } from '../../state/use-write.ts'
import styles from './settings.module.css'

const FIELDS = ['current', 'new']
const EMPTY = { current: '', next: '', again: '' }

/** One's own password, by who knows the old one. This session goes on with another token, the others end. */
export function OwnPasswordCard({ user }: { user: string }) {
  const [typed, setTyped] = useState(EMPTY)
  const [hasDiffered, setHasDiffered] = useState(false)
  const change = useWrite({
    mutationFn: ({ current, next }: typeof EMPTY) => usersApi.changeOwnPassword(current, next),
    // A secret is not kept with what is known of the last call.
    gcTime: 0,
    onSuccess: issued => {
      session.replace(issued)
      setTyped(EMPTY)
      change.reset()
      showToast('Your password is changed. Your other sessions have ended.')
    },
  })
  const faults = sortFaults(change.isError ? problemOf(change.error) : {}, FIELDS)
  const type = (name: keyof typeof EMPTY) => (value: string) =>
    setTyped(old => Object.assign({}, old, { [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasDiffered(typed.next !== typed.again)
    if (!change.isPending && typed.next === typed.again) change.mutate(typed)
  }
  return (
    <Card title="My password">
      {change.isError && (
        <FaultSummary title="Your password is as it was." error={change.error} others={faults.others} />
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <input className="hidden-text" autoComplete="username" value={user} readOnly tabIndex={-1} aria-hidden="true" />
        <PasswordField
          label="Password as it is now"
          value={typed.current}
          onChange={type('current')}
          fault={faults.byField.current}
        />
        <PasswordField
          label="New password"
          isNew
          value={typed.next}
          onChange={type('next')}
          fault={faults.byField.new}
        />
        <PasswordField
          label="The same once more"
          isNew
          value={typed.again}
          onChange={type('again')}
          fault={hasDiffered ? 'This is not what you have typed above.' : undefined}
        />
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  )
}
