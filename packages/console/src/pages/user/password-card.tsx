import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type PasswordWish, usersApi } from '../../api/users.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { NO_PASSWORD, passwordWish } from '../../domain/users/password-draft.ts'
import { userFaultPath } from '../../domain/users/user-form.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWrite } from '../../state/use-write.ts'
import { NewPasswordFields } from '../users/new-password-fields.tsx'
import { MadePassword } from '../users/new-user-dialog.tsx'
import styles from './user.module.css'

const FIELDS = ['password', 'passwordHash']

/** A new password for somebody else. It is cleared from the page as soon as it is sent. */
export function PasswordCard({ user }: { user: string }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(NO_PASSWORD)
  const [hasDiffered, setHasDiffered] = useState(false)
  const [toShow, setToShow] = useState<string>()
  const set = useWrite({
    mutationFn: ({ wish }: { wish: PasswordWish; toShow: string | undefined }) => usersApi.setPassword(user, wish),
    // A secret is not kept with what is known of the last call.
    gcTime: 0,
    onSuccess: (_, wanted) => {
      setDraft(NO_PASSWORD)
      setToShow(wanted.toShow)
      if (wanted.toShow === undefined) showToast(`“${user}” has a new password.`)
      return queryClient.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const errors = set.isError ? problemOf(set.error).errors : undefined
  const named = errors?.map(({ path, message }) => ({ path: userFaultPath(path), message })) ?? []
  const faults = sortFaults({ errors: named }, FIELDS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const outcome = passwordWish(draft)
    setHasDiffered(outcome.kind === 'differs')
    if (set.isPending || outcome.kind === 'differs') return
    set.mutate({ wish: outcome.wish, toShow: outcome.toShow })
  }
  return (
    <Card title="Password">
      {set.isError && <FaultSummary title="The password is as it was." error={set.error} others={faults.others} />}
      <form className={styles.form} onSubmit={submit} noValidate>
        <NewPasswordFields
          user={user}
          draft={draft}
          onChange={setDraft}
          hasDiffered={hasDiffered}
          faults={faults.byField}
        />
        <p className="small quiet">The old one ends, and with it all sessions of this user. Keys go on.</p>
        <div>
          <Button type="submit" isBusy={set.isPending}>
            Set password
          </Button>
        </div>
      </form>
      {toShow !== undefined && (
        <MadePassword
          user={user}
          password={toShow}
          onDone={() => {
            setToShow(undefined)
            set.reset()
          }}
        />
      )}
    </Card>
  )
}
