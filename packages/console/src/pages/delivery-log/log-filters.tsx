import type { DeliveryStatus } from '../../api/logs.ts'
import type { LogChange, LogSearch } from '../../domain/webhooks/log-search.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { type SegmentChoice, Segments } from '../../parts/form/segments.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import list from '../../parts/list/list.module.css'

type LogFiltersProps = {
  search: LogSearch
  /** The log of all webhooks has no skipped entries. */
  hasSkipped: boolean
  /** How many deliveries have each status. */
  counts?: Readonly<Partial<Record<DeliveryStatus, number>>> | undefined
  /** A tail is narrowed by status and text alone. */
  isLive?: boolean
  onChange(change: LogChange): void
  children?: React.ReactNode
}

type StatusChoice = DeliveryStatus | 'all'

const STATUSES: readonly SegmentChoice<StatusChoice>[] = [
  { value: 'all', label: 'All' },
  { value: 'success', label: 'success' },
  { value: 'failed', label: 'failed' },
  { value: 'pending', label: 'pending' },
]
const SKIPPED: SegmentChoice<StatusChoice> = { value: 'skipped', label: 'skipped' }

const CODES = [
  { value: '', label: 'All' },
  { value: '2xx', label: '2xx' },
  { value: '3xx', label: '3xx' },
  { value: '4xx', label: '4xx' },
  { value: '429', label: '429' },
  { value: '5xx', label: '5xx' },
]

const withCounts = (segments: typeof STATUSES, counts: LogFiltersProps['counts'] = {}) =>
  segments.map(segment => ({ ...segment, count: segment.value === 'all' ? undefined : counts[segment.value] }))

/** What of a log is shown. All of it stands in the address. */
export function LogFilters({ search, hasSkipped, isLive, counts, onChange, children }: LogFiltersProps) {
  const { status, statusCode = '', q = '', path = '' } = search
  const codes = CODES.some(({ value }) => value === statusCode)
    ? CODES
    : [...CODES, { value: statusCode, label: statusCode }]
  return (
    <search className={list.tools}>
      <Segments<StatusChoice>
        label="Status"
        segments={withCounts(hasSkipped ? [...STATUSES, SKIPPED] : STATUSES, counts)}
        value={status ?? 'all'}
        onChange={value => onChange({ status: value === 'all' ? undefined : value })}
      />
      {children}
      {!isLive && (
        <SelectField
          label="Code"
          isInline
          options={codes}
          value={statusCode}
          onChange={value => onChange({ statusCode: value || undefined })}
        />
      )}
      {!isLive && (
        <SearchField
          label="Path, or below it"
          placeholder="Path, as /routes"
          value={path}
          onChange={text => onChange({ path: text || undefined })}
        />
      )}
      <SearchField
        label="Search the summary"
        placeholder="Text of the summary"
        value={q}
        onChange={text => onChange({ q: text || undefined })}
      />
    </search>
  )
}
