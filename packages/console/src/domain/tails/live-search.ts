import { textOf } from '../webhooks/webhook-search.ts'

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const
type StatusClass = (typeof STATUS_CLASSES)[number]
export const LIVE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Which requests of a tail are shown; it stands in the address. `mine`: those of this console, too. */
export type LiveSearch = { method?: string; path?: string; status?: StatusClass; user?: string; mine?: boolean }

type LiveParameters = Readonly<Record<string, unknown>>

/** Reads the address: what is no value of a parameter is left out. */
export function readLiveSearch(raw: LiveParameters): LiveSearch {
  const method = LIVE_METHODS.find(each => each === raw.method)
  const status = STATUS_CLASSES.find(each => each === raw.status)
  const [path, user] = [raw.path, raw.user].map(textOf)
  const isMine = raw.mine === true || raw.mine === 'true'
  return {
    ...(method && { method }),
    ...(path && { path }),
    ...(status && { status }),
    ...(user && { user }),
    ...(isMine && { mine: true }),
  }
}

/** What of an exchange is looked at. */
type FilteredExchange = {
  method: string
  path: string
  statusCode: number | null
  user: string | null
  client?: string | undefined
}

const OWN_CLIENT = 'console'

/** Whether the console itself has asked. */
export const isOwn = ({ client }: Pick<FilteredExchange, 'client'>): boolean => client === OWN_CLIENT

/** Whether an exchange is one of those that are looked for, whoever has asked. */
export function isWanted(exchange: FilteredExchange, { method, path, status, user }: LiveSearch): boolean {
  if (method !== undefined && exchange.method !== method) return false
  if (path !== undefined && !exchange.path.includes(path)) return false
  if (status !== undefined && `${Math.floor((exchange.statusCode ?? 0) / 100)}xx` !== status) return false
  return user === undefined || exchange.user === user
}
