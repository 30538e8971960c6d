import type { PermissionsSearch } from '../../domain/permissions/permission-search.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import list from '../../parts/list/list.module.css'
import { useNamedRoles } from './use-permissions.ts'

type PermissionFiltersProps = PermissionsSearch & { onChange(change: PermissionsSearch): void }

const ORDERS = [
  { value: '', label: 'As judged' },
  { value: 'name', label: 'By name' },
]

export function PermissionFilters({ q = '', role = '', order, onChange }: PermissionFiltersProps) {
  const named = useNamedRoles()
  const roles = role === '' || named.includes(role) ? named : [role, ...named]
  const search = (text: string) => onChange({ q: text })
  return (
    <search className={list.tools}>
      <SearchField label="Search permissions" placeholder="Name, role or predicate" value={q} onChange={search} />
      <SelectField
        label="Role"
        isInline
        options={[{ value: '', label: 'All' }, ...roles.map(value => ({ value, label: value }))]}
        value={role}
        onChange={value => onChange({ role: value })}
      />
      <SelectField
        label="Order"
        isInline
        options={ORDERS}
        value={order ?? ''}
        onChange={value => onChange({ order: value === 'name' ? 'name' : undefined })}
      />
    </search>
  )
}
