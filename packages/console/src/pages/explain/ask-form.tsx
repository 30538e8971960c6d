import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { allKeysApi } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { FormFaults } from '../../domain/form-faults.ts'
import { ASKED_METHODS, type ExplainForm } from '../../domain/permissions/explain-question.ts'
import { Button } from '../../parts/button.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { TextAreaField } from '../../parts/form/text-area-field.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import styles from './explain.module.css'

type AskFormProps = {
  form: ExplainForm
  faults: FormFaults
  isBusy: boolean
  /** The page has another primary button. */
  isBeside?: boolean
  onChange(next: Partial<ExplainForm>): void
  onAsk(): void
}

const WHO = [
  { value: 'user', label: 'A user' },
  { value: 'roles', label: 'Roles' },
] as const
const METHODS = ASKED_METHODS.map(value => ({ value, label: value }))

/** The question: who makes which request. */
export function AskForm({ form, faults, isBusy, isBeside, onChange, onAsk }: AskFormProps) {
  const [isWhole, setIsWhole] = useState(form.body !== '' || form.headers !== '' || form.query !== '')
  useKeysEverywhere({
    '$mod+Enter': event => {
      if (event.defaultPrevented) return
      event.preventDefault()
      onAsk()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk()
  }
  return (
    <form className={styles.ask} onSubmit={submit}>
      <Segments<ExplainForm['who']> label="As" segments={WHO} value={form.who} onChange={who => onChange({ who })} />
      <div className={styles.line}>
        <Who form={form} faults={faults} onChange={onChange} />
        <SelectField label="Method" options={METHODS} value={form.method} onChange={method => onChange({ method })} />
        <TextField
          label="Path"
          autoComplete="off"
          spellCheck={false}
          placeholder="/routes"
          value={form.path}
          onChange={event => onChange({ path: event.target.value })}
          fault={faults.byField.path}
        />
        <div className={styles.buttons}>
          <Button icon={Plus} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            Query, body, headers
          </Button>
          <Button type="submit" look={isBeside ? 'plain' : 'primary'} isBusy={isBusy}>
            Explain
          </Button>
        </div>
      </div>
      {isWhole && <Extras form={form} faults={faults} onChange={onChange} onAsk={onAsk} />}
    </form>
  )
}

type AskPartProps = Pick<AskFormProps, 'form' | 'faults' | 'onChange'>

const Who = ({ form, faults, onChange }: AskPartProps) =>
  form.who === 'user' ? (
    <TextField
      label="User"
      autoComplete="off"
      spellCheck={false}
      value={form.user}
      onChange={event => onChange({ user: event.target.value })}
      fault={faults.byField.user}
    />
  ) : (
    <div className={styles.extraFields}>
      <TextField
        label="Roles of the caller"
        placeholder="$unauthenticated: nobody signed in"
        autoComplete="off"
        spellCheck={false}
        value={form.roles}
        onChange={event => onChange({ roles: event.target.value })}
        fault={faults.byField.roles ?? faults.byField.user}
      />
      <KeyChoice roles={form.roles} onChoose={roles => onChange({ roles })} />
    </div>
  )

type KeyChoiceProps = { roles: string; onChoose(roles: string): void }

/** The roles that a key carries: whoever uses it has these, and no other. */
function KeyChoice({ roles, onChoose }: KeyChoiceProps) {
  const may = useLeaves()
  // Keys may carry the same roles.
  const [picked, setPicked] = useState('')
  const { data: keys = [] } = useQuery({
    queryKey: ['keys', 'working'],
    queryFn: allKeysApi.working,
    enabled: may('seeAllKeys'),
    retry: false,
  })
  if (keys.length === 0) return null
  const options = keys.map(key => ({ value: key._id, label: `${key.name} of ${key.user}, …${key.hint}` }))
  const carriers = keys.filter(key => key.roles.join(' ') === roles)
  const chosen = carriers.find(({ _id }) => _id === picked) ?? carriers[0]
  return (
    <SelectField
      label="As with a key"
      options={[{ value: '', label: 'No key' }, ...options]}
      value={chosen?._id ?? ''}
      onChange={id => {
        setPicked(id)
        onChoose(keys.find(key => key._id === id)?.roles.join(' ') ?? '')
      }}
    />
  )
}

function Extras({ form, faults, onChange, onAsk }: AskPartProps & { onAsk(): void }) {
  return (
    <div className={styles.extras}>
      <EditorField
        label="Body"
        lines={3}
        language={jsonLanguage}
        value={form.body}
        onChange={body => onChange({ body })}
        onRun={onAsk}
        fault={faults.byField.body}
      />
      <div className={styles.extraFields}>
        <TextField
          label="Query"
          autoComplete="off"
          spellCheck={false}
          placeholder="filter={}"
          value={form.query}
          onChange={event => onChange({ query: event.target.value })}
          fault={faults.byField.query}
        />
        <TextField
          label="Address of the caller"
          autoComplete="off"
          spellCheck={false}
          placeholder="192.0.2.1"
          value={form.address}
          onChange={event => onChange({ address: event.target.value })}
          fault={faults.byField.remoteAddress}
        />
      </div>
      <TextAreaField
        label="Headers"
        hint="One a line: X-Team: red"
        value={form.headers}
        onChange={headers => onChange({ headers })}
        fault={faults.byField.headers}
      />
    </div>
  )
}
