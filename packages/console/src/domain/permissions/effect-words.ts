type RequestOutlook = { allowed: boolean; depends: boolean }
type OutlookChange = {
  user?: string
  roles?: readonly string[]
  method: string
  path: string
  before: RequestOutlook
  after: RequestOutlook
}

/** What a change does to a request, for those who make it. */
export type EffectChange = 'gained' | 'lost' | 'changed' | 'same'

const degreeOf = ({ allowed, depends }: RequestOutlook): number => (allowed ? 2 : depends ? 1 : 0)

export function changeOf({ before, after }: Pick<OutlookChange, 'before' | 'after'>): EffectChange {
  const [first, then] = [degreeOf(before), degreeOf(after)]
  if (first === then) return 'same'
  if (then === 0) return 'lost'
  return first === 0 ? 'gained' : 'changed'
}

/** Names the caller whose request an effect is about. */
export function whoOf({ user, roles = [] }: Pick<OutlookChange, 'user' | 'roles'>): string {
  if (user !== undefined) return user
  return roles.map(role => (role === '$unauthenticated' ? 'nobody signed in' : role)).join(', ')
}

/** What is foreseen of a request, in a word. */
export const foreseenWord = ({ allowed, depends }: RequestOutlook): string =>
  allowed ? 'may' : depends ? 'may in part' : 'may not'

/** The requests that nobody of these may make any more, one a line: "crew: GET /routes". */
export const lostLines = (effects: readonly OutlookChange[]): readonly string[] =>
  effects
    .filter(effect => changeOf(effect) === 'lost')
    .map(effect => `${whoOf(effect)}: ${effect.method} ${effect.path}`)
