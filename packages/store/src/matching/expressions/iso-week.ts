import { DAY_MS } from './local-time.ts'

/** The week of ISO 8601, which belongs to the year of its Thursday. */
export function isoWeek(local: Date): { year: number; week: number } {
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  const thursday = new Date(midnight + (4 - (local.getUTCDay() || 7)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1 }
}
