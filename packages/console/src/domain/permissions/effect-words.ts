type Foreseen = { allowed: boolean; depends: boolean }
type Effect = {
  user?: string
  roles?: readonly string[]
  method: string
  path: string
  before: Foreseen
  after: Foreseen
}

/** What a change does to a request, for those who make it. */
export type EffectChange = 'gained' | 'lost' | 'changed' | 'same'

const degreeOf = ({ allowed, depends }: Foreseen): number => (allowed ? 2 : depends ? 1 : 0)

export function changeOf({ before, after }: Pick<Effect, 'before' | 'after'>): EffectChange {
  const [first, then] = [degreeOf(before), degreeOf(after)]
  if (first === then) return 'same'
  if (then === 0) return 'lost'
  return first === 0 ? 'gained' : 'changed'
}

/** Whose request an effect is about. */
export function whoOf({ user, roles = [] }: Pick<Effect, 'user' | 'roles'>): string {
  if (user !== undefined) return user
  return roles.map(role => (role === '$unauthenticated' ? 'nobody signed in' : role)).join(', ')
}

/** What is foreseen of a request, in a word. */
export const foreseenWord = ({ allowed, depends }: Foreseen): string =>
  allowed ? 'may' : depends ? 'may in part' : 'may not'

/** The requests that nobody of these may make any more, one a line: "crew: GET /routes". */
export const lostLines = (effects: readonly Effect[]): readonly string[] =>
  effects
    .filter(effect => changeOf(effect) === 'lost')
    .map(effect => `${whoOf(effect)}: ${effect.method} ${effect.path}`)
