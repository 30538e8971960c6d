import type { HookState } from '../../api/webhooks.ts'
import { clockTime } from '../../domain/times.ts'
import { HOOK_STATES } from '../../domain/webhooks/webhook-search.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import list from '../../parts/list/list.module.css'
import { HEALTH_WORDS } from '../../parts/webhook/health-badge.tsx'

type WebhookFiltersProps = {
  q: string
  state: HookState | ''
  /** When the health was asked for, epoch ms. */
  asOf: number
  onChange(change: { q?: string; state?: HookState | '' }): void
}

const STATES = [{ value: '', label: 'All' }, ...HOOK_STATES.map(value => ({ value, label: HEALTH_WORDS[value] }))]

export function WebhookFilters({ q, state, asOf, onChange }: WebhookFiltersProps) {
  return (
    <search className={list.tools}>
      <SearchField
        label="Search webhooks"
        placeholder="Name, address or condition"
        value={q}
        onChange={text => onChange({ q: text })}
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
