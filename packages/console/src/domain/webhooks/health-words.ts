import { clockTime, relativeTime, shortDay } from '../times.ts'

type HealthFacts = {
  state: 'disabled' | 'failing' | 'held-back' | 'idle' | 'broad' | 'healthy'
  since: { $date: number } | null
  lastAt: { $date: number } | null
  day: { success: number; failed: number }
  share: number | null
}

const DAY_MS = 86_400_000

/** What stands under the badge of a webhook: the number that explains it. @param now epoch ms */
export function healthWords({ state, since, lastAt, day, share }: HealthFacts, now: number, locale?: string): string {
  const tried = day.success + day.failed
  switch (state) {
    case 'disabled':
      return 'switched off'
    case 'failing':
      return `${number(day.failed, locale)} of ${number(tried, locale)}${since ? ` since ${shortMoment(since.$date, now, locale)}` : ''}`
    case 'held-back':
      return since ? `waiting since ${shortMoment(since.$date, now, locale)}` : 'waiting'
    case 'idle':
      return lastAt ? `last ${relativeTime(lastAt.$date, now, locale)}` : 'nothing delivered yet'
    case 'broad':
      return `${Math.round((share ?? 0) * 100)} % of all requests`
    default:
      return `${number(day.success, locale)} delivered in 24 h`
  }
}

const number = (count: number, locale?: string) => count.toLocaleString(locale)

/** The time of a day within a day, else the day. */
const shortMoment = (at: number, now: number, locale?: string) =>
  now - at < DAY_MS ? clockTime(at, locale) : shortDay(at, now, locale)
