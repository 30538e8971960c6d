import type { Hook, HookState } from '../../api/webhooks.ts'
import { clockTime } from '../../domain/times.ts'
import { HOOK_STATES, HOOK_TYPES } from '../../domain/webhooks/webhook-search.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import list from '../../parts/list/list.module.css'
import { HEALTH_WORDS } from '../../parts/webhook/health-badge.tsx'

type WebhookFiltersProps = {
  q: string
  type: Hook['type'] | ''
  state: HookState | ''
  /** When the health was asked for, epoch ms. */
  asOf: number
  onChange(change: { q?: string; type?: Hook['type'] | ''; state?: HookState | '' }): void
}

const TYPES = [
  { value: '', label: 'All' },
  { value: 'http', label: 'HTTP' },
  { value: 'email', label: 'Email' },
]
const STATES = [{ value: '', label: 'All' }, ...HOOK_STATES.map(value => ({ value, label: HEALTH_WORDS[value] }))]

export function WebhookFilters({ q, type, state, asOf, onChange }: WebhookFiltersProps) {
  return (
    <search className={list.tools}>
      <SearchField
        label="Search webhooks"
        placeholder="Name, address or condition"
        value={q}
        onChange={text => onChange({ q: text })}
      />
      <SelectField
        label="Type"
        isInline
        options={TYPES}
        value={type}
        onChange={value => onChange({ type: HOOK_TYPES.find(each => each === value) ?? '' })}
      />
      <SelectField
        label="State"
        isInline
        options={STATES}
        value={state}
        onChange={value => onChange({ state: HOOK_STATES.find(each => each === value) ?? '' })}
      />
      <span className={list.grow} />
      <span className="small quiet">
        Health as of <span className="figures">{clockTime(asOf)}</span>
      </span>
    </search>
  )
}
