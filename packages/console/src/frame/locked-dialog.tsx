import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog/dialog.tsx'
import { PasswordField } from '../parts/form/password-field.tsx'
import { SignInFaultBar } from '../parts/sign-in-fault-bar.tsx'
import { session } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { useSignIn } from '../session/use-sign-in.ts'

const FORM = 'locked-form'

/** The session has ended while somebody worked: the page stays, and the same user's password brings it back. */
export function LockedDialog() {
  const current = useSession()
  return current.kind === 'locked' ? <PasswordDialog user={current.user} /> : null
}

function PasswordDialog({ user }: { user: string }) {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { signIn, fault, isBusy } = useSignIn()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || (await signIn(user, password))) return
    setPassword('')
    field.current?.focus()
  }

  return (
    <Dialog
      title="Your session has ended"
      isSmall
      initialFocus={field}
      actions={
        <>
          <Button onClick={() => void session.signOut()}>Another user</Button>
          <Button type="submit" form={FORM} look="primary" isBusy={isBusy}>
            Sign in
          </Button>
        </>
      }
    >
      <p className="quiet">
        What you have typed is still here. What was being sent waits, and is sent once you are back.
      </p>
      {fault && <SignInFaultBar fault={fault} />}
      <form id={FORM} onSubmit={event => void submit(event)}>
        <input className="hidden-text" autoComplete="username" value={user} readOnly tabIndex={-1} aria-hidden="true" />
        <PasswordField label={`Password of ${user}`} value={password} onChange={setPassword} inputRef={field} />
      </form>
    </Dialog>
  )
}
