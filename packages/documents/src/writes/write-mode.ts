import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'

/** What a write does about a document that is there, and about one that is not. */
export type WriteMode = 'insert' | 'update' | 'upsert'

type WriteModeChoice = {
  isRoot: boolean
  rules: GrantedRules
  /** What the request does without `?wm=`. */
  byDefault: WriteMode
  /** What can be chosen here; all of them unless it says so. */
  possible?: readonly WriteMode[]
}

const ALL: readonly WriteMode[] = ['insert', 'update', 'upsert']

/** Reads `?wm=`. Whoever is not root needs a permission that allows it. */
export function readWriteMode(
  query: URLSearchParams,
  { isRoot, rules, byDefault, possible = ALL }: WriteModeChoice,
): { kind: 'mode'; mode: WriteMode } | Refusal {
  const text = query.get('wm')
  if (text === null) return { kind: 'mode', mode: byDefault }
  if (!isRoot && rules.allowWriteMode !== true) {
    return refuse('FORBIDDEN', 'Your permission does not allow to choose the write mode. Leave ?wm out.')
  }
  const mode = possible.find(name => name === text)
  if (mode) return { kind: 'mode', mode }
  const message = possible === ALL ? 'wm is insert, update or upsert.' : `wm can only be ${possible.join()} here.`
  return refuse('BAD_QUERY', message, [{ path: 'wm', message }])
}
