type Period = { from: number; until: number }

/** When what was stored: each fact with the periods in which it held, `until` not included. Times in ms. */
export function createFactHistory() {
  const periods = new Map<string, Period[]>()
  const of = (fact: string) => periods.get(fact) ?? []

  return {
    /** From `at` on it holds until `until`, whatever was to be before; `at` itself ends it. */
    set(fact: string, at: number, until: number) {
      const open = of(fact).find(period => period.from <= at && period.until > at)
      if (open) open.until = Math.max(at, until)
      else if (until > at) periods.set(fact, [...of(fact), { from: at, until }])
    },
    holdsAt: (fact: string, at: number) => of(fact).some(({ from, until }) => from <= at && until > at),
    heldOnceIn: (fact: string, [start, end]: readonly [number, number]) =>
      of(fact).some(({ from, until }) => from <= end && until > start),
    heldAllOf: (fact: string, [start, end]: readonly [number, number]) =>
      of(fact).some(({ from, until }) => from <= start && until > end),
  }
}
