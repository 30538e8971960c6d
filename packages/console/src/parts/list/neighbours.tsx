import { ChevronDown, ChevronUp } from 'lucide-react'
import { usePageKeys } from '../../state/page-keys.ts'
import { IconButton } from '../button.tsx'

type NeighboursProps<Place> = {
  /** What is beside each other, newest first. */
  all: readonly Place[]
  isHere(place: Place): boolean
  /** What they are: `entry`. */
  thing: string
  onGo(place: Place): void
}

/** The ways to what stands before and after this one in a list. Nothing is shown of what is not in it. */
export function Neighbours<Place>({ all, isHere, thing, onGo }: NeighboursProps<Place>) {
  const at = all.findIndex(isHere)
  const newer = at > 0 ? all[at - 1] : undefined
  const older = at < 0 ? undefined : all[at + 1]
  const go = (to: Place | undefined) => to !== undefined && onGo(to)
  usePageKeys({ '[': () => go(newer), ']': () => go(older) })
  if (at < 0) return null
  return (
    <>
      <IconButton icon={ChevronUp} name={`Newer ${thing}`} disabled={newer === undefined} onClick={() => go(newer)} />
      <IconButton icon={ChevronDown} name={`Older ${thing}`} disabled={older === undefined} onClick={() => go(older)} />
    </>
  )
}
