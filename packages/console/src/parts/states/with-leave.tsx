import type { ReactNode } from 'react'
import type { Leave } from '../../api/may.ts'
import { useLeaveKnown } from '../../api/use-leaves.ts'
import { Empty } from './empty.tsx'

type WithLeaveProps = {
  leave: Leave
  /** What one may not do without it. */
  refused: string
  children: ReactNode
}

/** A page that asks for nothing before somebody does something: shown to who may do that, and others are told why not. */
export function WithLeave({ leave, refused, children }: WithLeaveProps) {
  if (useLeaveKnown(leave) !== false) return children
  return (
    <Empty
      title={refused}
      text="None of the permissions of your roles lets you. An owner of this installation can change that."
    />
  )
}
