import { APP_LIMITS, type SettingsForm } from '../../domain/graphql/app-settings.ts'
import { Card } from '../../parts/card.tsx'
import { Choices, TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './app.module.css'

export type SettingsPartProps = {
  form: SettingsForm
  canChange: boolean
  set(next: Partial<SettingsForm>): void
  /** What the service says is wrong with a field of the descriptor. */
  faultOf(name: string): string | undefined
}

export const IdentityCard = ({ form, set, faultOf }: SettingsPartProps) => (
  <Card title="What it is">
    <TextField
      label="Name"
      autoComplete="off"
      value={form.name}
      onChange={event => set({ name: event.target.value })}
      fault={faultOf('name')}
    />
    <TextField
      label="Description"
      autoComplete="off"
      value={form.description}
      onChange={event => set({ description: event.target.value })}
      fault={faultOf('description')}
    />
    <TextField
      label="Address"
      hint={`It answers at ${location.origin}/graphql/ and this. Left empty, it is the id of the app.`}
      autoComplete="off"
      spellCheck={false}
      value={form.uri}
      onChange={event => set({ uri: event.target.value })}
      fault={faultOf('uri')}
    />
  </Card>
)

const FLAGS = [
  { name: 'enabled', label: 'Enabled' },
  { name: 'introspection', label: 'Queries may read the schema (introspection)' },
  { name: 'get', label: 'Queries may come by GET' },
  { name: 'httpBatching', label: 'Several queries may come at once (batching)' },
] as const

export const TakenCard = ({ form, canChange, set }: SettingsPartProps) => (
  <Card title="What it takes">
    {FLAGS.map(({ name, label }) => (
      <Toggle
        key={name}
        label={label}
        isOn={form[name]}
        onChange={isOn => set({ [name]: isOn })}
        disabled={!canChange}
      />
    ))}
    <Choices
      label="Documents"
      kind="radio"
      choices={[
        { value: 'any', label: 'Any query' },
        { value: 'trusted', label: 'Trusted documents only' },
      ]}
      chosen={[form.documents]}
      onChange={([documents]) => set({ documents: documents === 'trusted' ? 'trusted' : 'any' })}
    />
    <Choices
      label="Access"
      hint="Who may call the address is decided by permissions in both."
      kind="radio"
      choices={[
        { value: 'endpoint', label: 'Whoever may call it may read all that it maps' },
        { value: 'collections', label: 'Each collection is judged as well' },
      ]}
      chosen={[form.access]}
      onChange={([access]) => set({ access: access === 'collections' ? 'collections' : 'endpoint' })}
    />
  </Card>
)

export const LimitsCard = ({ form, set, faultOf }: SettingsPartProps) => (
  <Card title="Limits of a query">
    <div className={styles.limits}>
      {APP_LIMITS.map(({ name, label, usual }) => (
        <TextField
          key={name}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          placeholder={usual.toLocaleString()}
          hint={`${usual.toLocaleString()} where it is empty`}
          value={form.limits[name]}
          onChange={event => set({ limits: { ...form.limits, [name]: event.target.value } })}
          fault={faultOf(`limits.${name}`)}
        />
      ))}
    </div>
  </Card>
)
