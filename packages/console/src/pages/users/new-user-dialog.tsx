import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { type PasswordWish, usersApi } from '../../api/users.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { NO_PASSWORD, passwordWish } from '../../domain/users/password-draft.ts'
import { rolesIn } from '../../domain/users/user-form.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { SecretDialog } from '../../parts/dialog/secret-dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWrite } from '../../state/use-write.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RolesField } from './roles-field.tsx'
import styles from './users.module.css'

const FORM = 'new-user-form'
const FIELDS = ['_id', 'roles', 'password', 'passwordHash']

/** Somebody new: a name, roles and a password. What is right is decided by the server. */
export function NewUserDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [roles, setRoles] = useState('')
  const [password, setPassword] = useState(NO_PASSWORD)
  const [hasDiffered, setHasDiffered] = useState(false)
  const [toShow, setToShow] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const create = useCreation(name, shown => (shown === undefined ? onClose() : setToShow(shown)))
  const faults = sortFaults(create.isError ? problemOf(create.error) : {}, FIELDS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const outcome = passwordWish(password)
    setHasDiffered(outcome.kind === 'differs')
    if (create.isPending || outcome.kind === 'differs') return
    create.mutate({ roles: rolesIn(roles), wish: outcome.wish, toShow: outcome.toShow })
  }
  if (toShow !== undefined) return <MadePassword user={name} password={toShow} onDone={onClose} />
  return (
    <Dialog
      title="New user"
      initialFocus={first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={create.isPending}>
            Add user
          </Button>
        </>
      }
    >
      {create.isError && <FaultSummary title="The user was not added." error={create.error} others={faults.others} />}
      <form id={FORM} onSubmit={submit} className={styles.form} noValidate>
        <TextField
          label="Name"
          hint="Typed at the sign-in. It can’t be changed."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          ref={first}
          value={name}
          onChange={event => setName(event.target.value)}
          fault={faults.byField._id}
        />
        <RolesField roles={roles} onChange={setRoles} fault={faults.byField.roles} />
        <NewPasswordFields
          user={name}
          draft={password}
          onChange={setPassword}
          hasDiffered={hasDiffered}
          faults={faults.byField}
        />
      </form>
    </Dialog>
  )
}

type Creation = { roles: readonly string[]; wish: PasswordWish; toShow: string | undefined }

/** @param onDone is given the password that nobody knows yet */
function useCreation(name: string, onDone: (toShow: string | undefined) => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useWrite({
    mutationFn: ({ roles, wish }: Creation) => usersApi.create(Object.assign({ _id: name, roles }, wish)),
    // A secret is not kept with what is known of the last call.
    gcTime: 0,
    onSuccess: (_, { toShow }) => {
      showToast(`“${name}” can sign in.`, {
        label: 'Open',
        run: () => void navigate({ to: '/users/one', search: { user: name } }),
      })
      onDone(toShow)
      return queryClient.invalidateQueries({ queryKey: ['users'] })
    },
  })
}

type MadePasswordProps = { user: string; password: string; onDone(): void }

/** A password that was made here, this once. */
export const MadePassword = ({ user, password, onDone }: MadePasswordProps) => (
  <SecretDialog
    title={`The password of “${user}”`}
    secret={password}
    says="This is the only time it is shown. Sluice keeps a hash of it; nobody can look it up later."
    onDone={onDone}
  />
)
