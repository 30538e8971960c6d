type UsedDay = { day: string; requests: number }

const DAY_MS = 86_400_000

/** The requests of the last days, oldest first, with those on which there was none. Days are those of UTC. */
export function lastDays(days: readonly UsedDay[], now: number, count: number): readonly number[] {
  const byDay = new Map(days.map(({ day, requests }) => [day, requests]))
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? 0
  })
}
