import { textOf } from './webhook-search.ts'

const DELIVERY_STATUSES = ['success', 'failed', 'pending', 'skipped'] as const
type SearchedStatus = (typeof DELIVERY_STATUSES)[number]
const HOOK_TABS = ['edit', 'logs', 'versions'] as const
type HookTab = (typeof HOOK_TABS)[number]

type RawSearch = Readonly<Record<string, unknown>>

/** The address says by this which entries of a log are shown. Times are epoch ms. */
export type LogSearch = {
  status?: SearchedStatus
  from?: number
  to?: number
  path?: string
  statusCode?: string
  q?: string
}

/** Another choice of entries; undefined is none. */
export type LogChange = { [K in keyof LogSearch]?: LogSearch[K] | undefined }

/** The address of one webhook. `event`: the sample that its condition is tried on. */
export type OneHookSearch = LogSearch & { id: string; tab?: HookTab; event?: string }
/** The address of the log of all webhooks. */
export type DeliveriesSearch = LogSearch & { webhook?: string; target?: string }
export type EntrySearch = { id: string; entry: string }
/** The address of a webhook that is not saved yet: what it begins with. */
export type NewHookSearch = {
  type?: 'http' | 'email'
  from?: string
  event?: string
  name?: string
  condition?: string
}

const LAST_MS = 8_640_000_000_000_000

export function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(at) && at > 0 && at <= LAST_MS ? at : undefined
}

function readLogSearch(raw: RawSearch): LogSearch {
  const status = DELIVERY_STATUSES.find(each => each === raw.status)
  const [from, to] = [instantOf(raw.from), instantOf(raw.to)]
  const [path, statusCode, q] = [textOf(raw.path), textOf(raw.statusCode), textOf(raw.q)]
  return {
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
    ...(path && { path }),
    ...(statusCode && { statusCode }),
    ...(q && { q }),
  }
}

export function readOneHookSearch(raw: RawSearch): OneHookSearch {
  const tab = HOOK_TABS.find(each => each === raw.tab)
  const event = textOf(raw.event)
  return { ...readLogSearch(raw), id: textOf(raw.id) ?? '', ...(tab && { tab }), ...(event && { event }) }
}

export function readDeliveriesSearch(raw: RawSearch): DeliveriesSearch {
  const [webhook, target] = [textOf(raw.webhook), textOf(raw.target)]
  const { status, ...search } = readLogSearch(raw)
  const shown = status === 'skipped' ? undefined : status
  return { ...search, ...(shown && { status: shown }), ...(webhook && { webhook }), ...(target && { target }) }
}

export const readEntrySearch = (raw: RawSearch): EntrySearch => ({
  id: textOf(raw.id) ?? '',
  entry: textOf(raw.entry) ?? '',
})

export const readEventSearch = (raw: RawSearch): { id: string } => ({ id: textOf(raw.id) ?? '' })

export function readRecordingSearch(raw: RawSearch): { id?: string } {
  const id = textOf(raw.id)
  return id ? { id } : {}
}

export function readNewHookSearch(raw: RawSearch): NewHookSearch {
  const type = (['http', 'email'] as const).find(each => each === raw.type)
  const [from, event] = [textOf(raw.from), textOf(raw.event)]
  const name = textOf(raw.name)?.slice(0, 200)
  const condition = typeof raw.condition === 'string' ? raw.condition.slice(0, 4_096) : undefined
  return {
    ...(type && { type }),
    ...(from && { from }),
    ...(event && { event }),
    ...(name && { name }),
    ...(condition && { condition }),
  }
}
