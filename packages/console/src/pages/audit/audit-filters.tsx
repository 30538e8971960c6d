import { useCallback, useRef } from 'react'
import type { AuditChange, AuditSearch } from '../../domain/admin/audit-search.ts'
import { ACTION_CHOICES, searchedAction } from '../../domain/admin/audit-words.ts'
import { Button } from '../../parts/button.tsx'
import { SearchField } from '../../parts/form/search-field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { TimeField } from '../../parts/form/time-field.tsx'
import list from '../../parts/list/list.module.css'
import { usePageKeys } from '../../state/page-keys.ts'

type AuditFiltersProps = { search: AuditSearch; onChange(change: AuditChange): void }

const OPTIONS = [{ value: '', label: 'All' }, ...ACTION_CHOICES]

/** Which lines are shown. All of it stands in the address. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const first = useRef<HTMLInputElement>(null)
  const { action = '', user = '', key = '', id = '', from, to } = search
  const byUser = useCallback((text: string) => onChange({ user: text.trim() }), [onChange])
  const byKey = useCallback((text: string) => onChange({ key: text.trim() }), [onChange])
  const byId = useCallback((text: string) => onChange({ id: text.trim() }), [onChange])
  usePageKeys({ f: () => first.current?.focus() })
  return (
    <search className={list.tools}>
      <SelectField
        label="Action"
        isInline
        options={OPTIONS}
        value={action}
        onChange={value => onChange({ action: searchedAction(value) })}
      />
      <SearchField
        label="User"
        placeholder="User who did it, or to whom"
        value={user}
        onChange={byUser}
        inputRef={first}
      />
      <SearchField label="Key" placeholder="Id of a key" value={key} onChange={byKey} />
      <SearchField label="Subject" placeholder="Id of what was written" value={id} onChange={byId} />
      <TimeField label="From" at={from} onChange={at => onChange({ from: at })} />
      <TimeField label="To" at={to} onChange={at => onChange({ to: at })} />
      {(from !== undefined || to !== undefined) && (
        <Button onClick={() => onChange({ from: undefined, to: undefined })}>Any time</Button>
      )}
    </search>
  )
}
