import { Info } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { installation } from '../../look/installation.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { InstallationBand } from '../../parts/installation-band.tsx'
import { ClosedGate } from '../../parts/mark.tsx'
import { OpenToReadersBar } from '../../parts/open-to-readers-bar.tsx'
import { SignInFaultBar } from '../../parts/sign-in-fault-bar.tsx'
import { ThemeButton } from '../../parts/theme-button.tsx'
import { useSignIn } from '../../session/use-sign-in.ts'
import styles from './sign-in.module.css'

/** The page of somebody who is not signed in. The address stays, so that a link leads on after the sign-in. */
export function SignInPage({ notice }: { notice: string | undefined }) {
  useEffect(() => {
    document.title = `Sign in · ${installation.name}`
  }, [])
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <InstallationBand />
      </div>
      <main className={styles.box}>
        <div className={styles.brand}>
          <ClosedGate size={32} />
          <span className={styles.word}>Sluice</span>
        </div>
        <OpenToReadersBar />
        <h1>Sign in to {installation.name}</h1>
        {notice && (
          <Bar look="warn" icon={Info} role="status">
            {notice}
          </Bar>
        )}
        <SignInForm />
        <p className="small quiet">
          The first start has printed the password of <code>admin</code>, and that of the demo’s user{' '}
          <code>amelia</code>. An API key does not sign in here.
        </p>
      </main>
      <footer className={styles.foot}>
        <span>
          Sluice {installation.version} on <code>{location.host}</code>
        </span>
        <a href="/docs">API docs</a>
        <ThemeButton />
      </footer>
    </div>
  )
}

function SignInForm() {
  const [user, setUser] = useState('')
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
    <form className={styles.form} onSubmit={event => void submit(event)}>
      {fault && <SignInFaultBar fault={fault} />}
      <TextField
        label="User"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={user}
        onChange={event => setUser(event.target.value)}
      />
      <PasswordField label="Password" value={password} onChange={setPassword} inputRef={field} />
      <Button type="submit" look="primary" isWide isBusy={isBusy}>
        Sign in
      </Button>
    </form>
  )
}
