import { exactTime, isSameDay, moment, relativeTime, secondsTime, shortDay } from '../domain/times.ts'

/** `log`: the time of the day, with the day where it is another one. */
type TimeProps = { at: number; form: 'relative' | 'day' | 'log' }

/** A time as people say it; the exact one stands in its tooltip. */
export function Time({ at, form }: TimeProps) {
  const now = Date.now()
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {textOf(form, at, now)}
    </time>
  )
}

function textOf(form: TimeProps['form'], at: number, now: number): string {
  if (form === 'relative') return relativeTime(at, now)
  if (form === 'day') return shortDay(at, now)
  return isSameDay(at, now) ? secondsTime(at) : moment(at, now)
}
