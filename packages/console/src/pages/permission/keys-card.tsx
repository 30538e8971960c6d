import { Card } from '../../parts/card.tsx'
import { Fault, TextField } from '../../parts/field.tsx'
import { TextAreaField } from '../../parts/form/text-area-field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './permission.module.css'
import type { PermissionPartProps } from './use-permission-draft.ts'

/** The card says whether keys may be issued under a permission, and what these are bound to. */
export function KeysCard({ editor, canChange }: PermissionPartProps) {
  const { form, marks, change } = editor
  const { byField } = marks.fields
  return (
    <Card title="API keys" help="keyPolicy">
      <Toggle
        label="Keys may be issued under it"
        isOn={form.hasKeys}
        disabled={!canChange}
        onChange={hasKeys => change({ hasKeys })}
      />
      {byField.apiKeys && <Fault id="permission-keys" text={byField.apiKeys} />}
      {form.hasKeys && <Policy editor={editor} canChange={canChange} />}
      <Toggle
        label="Its keys are bound"
        isOn={form.areKeysBound}
        disabled={!canChange}
        onChange={areKeysBound => change({ areKeysBound })}
      />
      {byField.keyRules && <Fault id="permission-bounds" text={byField.keyRules} />}
      {form.areKeysBound && <Bounds editor={editor} canChange={canChange} />}
    </Card>
  )
}

function Policy({ editor: { form, marks, change } }: PermissionPartProps) {
  const { byField } = marks.fields
  return (
    <>
      <TextField
        label="Roles of its keys"
        hint="The only ones that a key may carry; never admin. The holder need not have them."
        autoComplete="off"
        spellCheck={false}
        value={form.keyRoles}
        onChange={event => change({ keyRoles: event.target.value })}
        fault={byField['apiKeys.roles']}
      />
      <div className={styles.pair}>
        <TextField
          label="Longest lifetime in days"
          hint="1 to 3,650. It lowers that of the service (KEYS_MAX_EXPIRES_IN_DAYS), and never raises it."
          inputMode="numeric"
          autoComplete="off"
          value={form.maxDays}
          onChange={event => change({ maxDays: event.target.value })}
          fault={byField['apiKeys.max-expires-in-days']}
        />
        <TextField
          label="Most keys of a user"
          hint="1 to 1,000. It takes the place of that of the service (KEYS_MAX_PER_USER)."
          inputMode="numeric"
          autoComplete="off"
          value={form.maxKeys}
          onChange={event => change({ maxKeys: event.target.value })}
          fault={byField['apiKeys.max-keys-per-user']}
        />
      </div>
    </>
  )
}

function Bounds({ editor: { form, marks, change } }: PermissionPartProps) {
  const { byField } = marks.fields
  return (
    <div className={styles.pair}>
      <TextAreaField
        label="Addresses"
        hint="Blocks such as 192.0.2.0/24. From any other address its keys are refused."
        value={form.allowedIps}
        onChange={allowedIps => change({ allowedIps })}
        fault={byField['keyRules.allowedIps']}
      />
      <TextField
        label="Requests a minute"
        hint="1 to 1,000,000, counted by each gateway. Rules that change later are those of later keys."
        inputMode="numeric"
        autoComplete="off"
        value={form.rateLimit}
        onChange={event => change({ rateLimit: event.target.value })}
        fault={byField['keyRules.rateLimit']}
      />
    </div>
  )
}
