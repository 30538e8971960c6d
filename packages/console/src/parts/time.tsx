import { exactTime, relativeTime, shortDay } from '../domain/times.ts'

type TimeProps = { at: number; form: 'relative' | 'day' }

/** A time as people say it; the exact one stands in its tooltip. */
export function Time({ at, form }: TimeProps) {
  const now = Date.now()
  const text = form === 'day' ? shortDay(at, now) : relativeTime(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {text}
    </time>
  )
}
