import { clockTime, relativeTime, shortDay } from '../times.ts'

type ToldState = 'disabled' | 'failing' | 'held-back' | 'idle' | 'broad' | 'healthy'
/** A webhook that has switched itself off is shown as another state than one that somebody has. */
export type ShownState = ToldState | 'auto-disabled'

type HealthFacts = {
  state: ShownState
  since: { $date: number } | null
  lastAt: { $date: number } | null
  day: { success: number; failed: number }
  share: number | null
}

type KnownHook = {
  enabled: boolean
  autoDisabled?: { at: { $date: number } }
  health?: HealthFacts & { state: ToldState }
}

/** How a webhook is shown; its switch is newer than what was asked of its health. @returns undefined where nothing is known of that */
export function shownHealth({ enabled, autoDisabled, health }: KnownHook): HealthFacts | undefined {
  if (!health) return undefined
  if (enabled) return health.state === 'disabled' ? { ...health, state: 'idle' } : health
  return autoDisabled ? { ...health, state: 'auto-disabled', since: autoDisabled.at } : { ...health, state: 'disabled' }
}

const DAY_MS = 86_400_000

/** How numbers and moments are told. */
type Telling = { number(count: number): string; moment(at: number): string; distance(at: number): string }

const WORDS: Readonly<Record<ShownState, (facts: HealthFacts, telling: Telling) => string>> = {
  disabled: () => 'switched off',
  'auto-disabled': ({ since }, { moment }) => (since ? `by itself since ${moment(since.$date)}` : 'by itself'),
  failing: ({ since, day }, { number, moment }) =>
    `${number(day.failed)} of ${number(day.success + day.failed)}${since ? ` since ${moment(since.$date)}` : ''}`,
  'held-back': ({ since }, { moment }) => (since ? `waiting since ${moment(since.$date)}` : 'waiting'),
  idle: ({ lastAt }, { distance }) => (lastAt ? `last ${distance(lastAt.$date)}` : 'nothing delivered yet'),
  broad: ({ share }) => `${Math.round((share ?? 0) * 100)} % of all requests`,
  healthy: ({ day }, { number }) => `${number(day.success)} delivered in 24 h`,
}

/** What stands under the badge of a webhook: the number that explains it. @param now epoch ms */
export const healthWords = (facts: HealthFacts, now: number, locale?: string): string =>
  WORDS[facts.state](facts, {
    number: count => count.toLocaleString(locale),
    moment: at => (now - at < DAY_MS ? clockTime(at, locale) : shortDay(at, now, locale)),
    distance: at => relativeTime(at, now, locale),
  })
