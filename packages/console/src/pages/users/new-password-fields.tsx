import type { PasswordDraft } from '../../domain/users/password-draft.ts'
import { ROOT_ROLE } from '../../domain/users/user-form.ts'
import { Choices, TextField } from '../../parts/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useSession } from '../../session/use-session.ts'

type NewPasswordFieldsProps = {
  /** The name that a browser keeps with what is typed. */
  user: string
  draft: PasswordDraft
  onChange(draft: PasswordDraft): void
  /** The two that were typed differ. */
  hasDiffered: boolean
  faults: Readonly<Record<string, string>>
}

const WAYS = [
  { value: 'made', label: 'Make one and show it once' },
  { value: 'typed', label: 'Type it' },
] as const
const HASH = { value: 'hash', label: 'Take the hash of another system' } as const

/** A password for somebody. It stands in these fields alone, and in nothing that is kept. */
export function NewPasswordFields({ user, draft, onChange, hasDiffered, faults }: NewPasswordFieldsProps) {
  const current = useSession()
  const isOwner = 'roles' in current && current.roles.includes(ROOT_ROLE)
  const ways = isOwner ? [...WAYS, HASH] : WAYS
  const change = (next: Partial<PasswordDraft>) => onChange(Object.assign({}, draft, next))
  return (
    <>
      <Choices
        label="Password"
        kind="radio"
        choices={ways}
        chosen={[draft.way]}
        onChange={([way]) => change({ way: ways.find(({ value }) => value === way)?.value ?? 'made' })}
        fault={draft.way === 'made' ? faults.password : undefined}
      />
      {draft.way === 'typed' && (
        <>
          <input
            className="hidden-text"
            autoComplete="username"
            value={user}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <PasswordField
            label="New password"
            isNew
            value={draft.typed}
            onChange={typed => change({ typed })}
            fault={faults.password}
          />
          <PasswordField
            label="The same once more"
            isNew
            value={draft.again}
            onChange={again => change({ again })}
            fault={hasDiffered ? 'This is not what you have typed above.' : undefined}
          />
        </>
      )}
      {draft.way === 'hash' && (
        <TextField
          label="Hash"
          hint="bcrypt or argon2id, as another system has stored it."
          autoComplete="off"
          spellCheck={false}
          value={draft.hash}
          onChange={event => change({ hash: event.target.value })}
          fault={faults.passwordHash}
        />
      )}
    </>
  )
}
