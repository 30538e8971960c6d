import { rolesIn, withRole } from '../../domain/users/user-form.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { useUsedRoles } from './use-users.ts'
import styles from './users.module.css'

type RolesFieldProps = { roles: string; onChange(roles: string): void; fault: string | undefined }

/** More are found by typing. */
const MOST_OFFERED = 30

/** Roles as a text, with those that are in use here to be put in by a press. */
export function RolesField({ roles, onChange, fault }: RolesFieldProps) {
  const used = useUsedRoles()
  const chosen = rolesIn(roles)
  return (
    <div className={styles.roleField}>
      <TextField
        label="Roles"
        hint="With blanks between them. The role admin may do everything."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={roles}
        onChange={event => onChange(event.target.value)}
        fault={fault}
      />
      {used.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row in every browser.
        <div className={styles.offered} role="group" aria-label="Roles in use here">
          {used.slice(0, MOST_OFFERED).map(role => (
            <Button key={role} aria-pressed={chosen.includes(role)} onClick={() => onChange(withRole(roles, role))}>
              {role}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
