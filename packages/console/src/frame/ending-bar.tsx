import { Timer } from 'lucide-react'
import { clockTime } from '../domain/times.ts'
import { Bar } from '../parts/bar.tsx'
import { useSession } from '../session/use-session.ts'

/** A session that can't be renewed any more: twelve hours after the sign-in it is over. */
export function EndingBar() {
  const current = useSession()
  if (current.kind !== 'signed-in' || current.endsAt === undefined) return null
  return (
    <Bar look="warn" icon={Timer} role="status">
      Your session ends at {clockTime(current.endsAt)}, twelve hours after you signed in. The page stays then, and asks
      for your password.
    </Bar>
  )
}
