import { useQueryClient } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { unavailableSince } from '../api/availability.ts'
import { clockTime } from '../domain/times.ts'
import { Bar } from '../parts/bar.tsx'
import { Button } from '../parts/button.tsx'
import { useStore } from '../state/use-store.ts'

/** Sluice answers 503: nobody is signed out, what is shown is of before, and it is tried again. */
export function UnavailableBar() {
  const since = useStore(unavailableSince)
  const queryClient = useQueryClient()
  if (since === undefined) return null
  const again = () => void queryClient.refetchQueries({ type: 'active' })
  return (
    <Bar look="warn" icon={EyeOff} role="status" actions={<Button onClick={again}>Try now</Button>}>
      Sluice can’t tell at the moment who may do what. You stay signed in; what you see is of {clockTime(since)} or
      before. It is tried again by itself.
    </Bar>
  )
}
