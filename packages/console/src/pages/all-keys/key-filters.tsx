import { useCallback, useRef } from 'react'
import {
  KEY_PRESETS,
  KEY_SORTS,
  type KeyPreset,
  type KeysSearch,
  presetOf,
  withPreset,
} from '../../domain/admin/key-search.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import list from '../../parts/list/list.module.css'
import { usePageKeys } from '../../state/page-keys.ts'

type KeyFiltersProps = { search: KeysSearch; onChange(search: KeysSearch): void }

const NEWEST = '-createdAt'
const ORDERS = [
  { value: NEWEST, label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'expiresAt', label: 'Ends first' },
  { value: '-expiresAt', label: 'Ends last' },
  { value: '-lastUsedAt', label: 'Used last' },
  { value: 'lastUsedAt', label: 'Longest unused' },
  { value: 'user', label: 'By holder' },
  { value: '-user', label: 'By holder, from Z' },
]

/** Another question begins at its first page, without a sheet. */
function changed({ page: _page, key: _key, ...search }: KeysSearch, name: 'user' | 'role', text: string): KeysSearch {
  const { [name]: _old, ...rest } = search
  return text === '' ? rest : { ...rest, [name]: text }
}

/** Which keys are listed. All of it stands in the address; the presets have the keys 1 to 5. */
export function KeyFilters({ search, onChange }: KeyFiltersProps) {
  const first = useRef<HTMLInputElement>(null)
  const latest = useRef(search)
  latest.current = search
  const byUser = useCallback((text: string) => onChange(changed(latest.current, 'user', text.trim())), [onChange])
  const byRole = useCallback((text: string) => onChange(changed(latest.current, 'role', text.trim())), [onChange])
  const choose = (preset: KeyPreset) => onChange(withPreset(search, preset))
  const bySort = (value: string) => {
    const { sort: _sort, page: _page, key: _key, ...rest } = search
    const sort = KEY_SORTS.find(each => each === value && each !== NEWEST)
    onChange({ ...rest, ...(sort && { sort }) })
  }
  const digits = KEY_PRESETS.map(({ value }, at) => [String(at + 1), () => choose(value)] as const)
  usePageKeys({ f: () => first.current?.focus(), ...Object.fromEntries(digits) })
  const preset = presetOf(search)
  return (
    <search className={list.tools}>
      <Segments<KeyPreset | 'other'>
        label="Show"
        segments={KEY_PRESETS}
        value={preset ?? 'other'}
        onChange={value => value !== 'other' && choose(value)}
      />
      <SearchField
        label="Holder"
        placeholder="Holder, exactly"
        value={search.user ?? ''}
        onChange={byUser}
        inputRef={first}
      />
      <SearchField label="Role" placeholder="Role, exactly" value={search.role ?? ''} onChange={byRole} />
      <SelectField label="Order" isInline options={ORDERS} value={search.sort ?? NEWEST} onChange={bySort} />
    </search>
  )
}
