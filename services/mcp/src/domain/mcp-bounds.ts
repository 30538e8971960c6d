import { type McpPolicy, type Refusal, refuse } from '@sluice/contracts'

/** What an assistant may be offered, by its permission and by the address that it is called at. */
export type McpBounds = {
  allowsTool(name: string): boolean
  allowsCollection(name: string): boolean
  allowsApp(uri: string): boolean
  write: boolean
  /** Whether the person in front of the client is asked before something is deleted: where the client can, always, never. */
  confirm: NonNullable<McpPolicy['confirm']>
  maxResultBytes: number
  /** Another one where they are others. */
  mark: string
}

/** What the address narrows: comma-separated patterns, `write=false`, a smaller size. */
export type BoundsQuery = {
  tools?: string | undefined
  collections?: string | undefined
  apps?: string | undefined
  write?: 'true' | 'false' | undefined
  maxResultBytes?: number | undefined
}

const DEFAULT_RESULT_BYTES = 65_536
const ANYTHING = ['*']
const OPEN = {
  tools: ANYTHING,
  collections: ANYTHING,
  apps: ANYTHING,
  write: false,
  confirm: 'offer',
  maxResultBytes: DEFAULT_RESULT_BYTES,
} as const

/** @param policy of the permission that let the caller in; none for the root role, which never gets a tool that writes */
export function readBounds(
  policy: McpPolicy = {},
  query: BoundsQuery = {},
): { kind: 'bounds'; bounds: McpBounds } | Refusal {
  const { write, confirm, maxResultBytes, ...patterns } = { ...OPEN, ...policy }
  if (query.write === 'true' && !write) return refuseWiden('write', 'The permission does not let a tool write.')
  if (query.maxResultBytes !== undefined && query.maxResultBytes > maxResultBytes) {
    return refuseWiden('maxResultBytes', `The permission allows results of ${maxResultBytes} bytes.`)
  }
  return {
    kind: 'bounds',
    bounds: {
      allowsTool: narrow(patterns.tools, query.tools),
      allowsCollection: narrow(patterns.collections, query.collections),
      allowsApp: narrow(patterns.apps, query.apps),
      write: write && query.write !== 'false',
      confirm,
      maxResultBytes: query.maxResultBytes ?? maxResultBytes,
      mark: JSON.stringify([patterns, write, confirm, maxResultBytes, query]),
    },
  }
}

const refuseWiden = (path: string, message: string) =>
  refuse('BAD_QUERY', `${path}: ${message} A query can only narrow it.`, [{ path, message }])

function narrow(patterns: readonly string[], more: string | undefined): (name: string) => boolean {
  const further = more === undefined ? ANYTHING : more.split(',').map(text => text.trim())
  return name => fitsOne(name, patterns) && fitsOne(name, further)
}

const fitsOne = (name: string, patterns: readonly string[]): boolean =>
  patterns.some(pattern => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
