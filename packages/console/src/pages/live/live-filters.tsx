import { LIVE_METHODS, type LiveSearch, STATUS_CLASSES } from '../../domain/tails/live-search.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import list from '../../parts/list/list.module.css'

const ALL = { value: '', label: 'All' }
const METHODS = [ALL, ...LIVE_METHODS.map(value => ({ value, label: value }))]
const STATUSES = [ALL, ...STATUS_CLASSES.map(value => ({ value, label: value }))]

type LiveFiltersProps = { search: LiveSearch; onChange(change: LiveSearchChange): void }
type LiveSearchChange = { [Name in keyof LiveSearch]?: LiveSearch[Name] | undefined }

/** Which of the requests are shown. All come. */
export const LiveFilters = ({ search, onChange }: LiveFiltersProps) => (
  <search className={list.tools}>
    <SelectField
      label="Method"
      isInline
      options={METHODS}
      value={search.method ?? ''}
      onChange={value => onChange({ method: value || undefined })}
    />
    <SelectField
      label="Status"
      isInline
      options={STATUSES}
      value={search.status ?? ''}
      onChange={value => onChange({ status: STATUS_CLASSES.find(each => each === value) })}
    />
    <SearchField
      label="Path"
      placeholder="Part of a path"
      value={search.path ?? ''}
      onChange={path => onChange({ path: path || undefined })}
    />
    <SearchField
      label="User"
      placeholder="User"
      value={search.user ?? ''}
      onChange={user => onChange({ user: user || undefined })}
    />
    <Toggle
      label="The console’s own, too"
      isOn={search.mine === true}
      onChange={isOn => onChange({ mine: isOn || undefined })}
    />
  </search>
)
