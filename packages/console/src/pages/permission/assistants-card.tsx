import { Card } from '../../parts/card.tsx'
import { Fault, TextField } from '../../parts/field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './permission.module.css'
import type { PermissionPartProps } from './use-permission-draft.ts'

/** The card says what an assistant is offered that comes in under a permission. */
export function AssistantsCard({ editor, canChange }: PermissionPartProps) {
  const { form, marks, change } = editor
  const { byField } = marks.fields
  return (
    <Card title="Assistants" help="assistants">
      <Toggle
        label="Says what assistants are offered"
        isOn={form.hasAssistants}
        disabled={!canChange}
        onChange={hasAssistants => change({ hasAssistants })}
      />
      <p className="small quiet">
        {form.hasAssistants
          ? 'Each tool does no more than its caller may. It counts where the permission lets in POST /mcp.'
          : 'Where it lets in POST /mcp, assistants are offered all tools that read, and none that writes.'}
      </p>
      {byField.mcp && <Fault id="permission-assistants" text={byField.mcp} />}
      {form.hasAssistants && <Offer editor={editor} canChange={canChange} />}
    </Card>
  )
}

const CONSENTS = [
  { value: '', label: 'Where the client can ask, as it is if nothing is said' },
  { value: 'offer', label: 'Where the client can ask' },
  { value: 'require', label: 'Always: clients that can’t ask are refused' },
  { value: 'off', label: 'Never' },
]

function Offer({ editor: { form, marks, change }, canChange }: PermissionPartProps) {
  const { byField } = marks.fields
  return (
    <>
      <TextField
        label="Tools"
        hint="Names, or beginnings of names with a * behind them, such as find_*. Left empty, all."
        autoComplete="off"
        spellCheck={false}
        value={form.tools}
        onChange={event => change({ tools: event.target.value })}
        fault={byField['mcp.tools']}
      />
      <div className={styles.pair}>
        <TextField
          label="Collections"
          hint="Likewise. Left empty, all."
          autoComplete="off"
          spellCheck={false}
          value={form.toolCollections}
          onChange={event => change({ toolCollections: event.target.value })}
          fault={byField['mcp.collections']}
        />
        <TextField
          label="Apps"
          hint="Likewise, by their addresses."
          autoComplete="off"
          spellCheck={false}
          value={form.toolApps}
          onChange={event => change({ toolApps: event.target.value })}
          fault={byField['mcp.apps']}
        />
        <TextField
          label="Longest result in bytes"
          hint="1,024 to 1,048,576. Left empty, 65,536."
          inputMode="numeric"
          autoComplete="off"
          value={form.maxResultBytes}
          onChange={event => change({ maxResultBytes: event.target.value })}
          fault={byField['mcp.maxResultBytes']}
        />
      </div>
      <Toggle
        label="Tools that write, too"
        isOn={form.mayToolsWrite === true}
        disabled={!canChange}
        onChange={mayToolsWrite => change({ mayToolsWrite })}
      />
      {form.mayToolsWrite === true && (
        <SelectField
          label="A person is asked before something is deleted"
          options={CONSENTS}
          value={form.consent}
          onChange={consent => change({ consent })}
        />
      )}
      {byField['mcp.confirm'] && <Fault id="permission-consent" text={byField['mcp.confirm']} />}
    </>
  )
}
