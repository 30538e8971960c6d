import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Leave } from '../../api/may.ts'
import { useLeaveKnown } from '../../api/use-leaves.ts'
import { useEver } from '../../state/use-ever.ts'
import { Bar } from '../bar.tsx'
import { Empty } from './empty.tsx'

type WithLeaveProps = {
  leave: Leave
  /** What one may not do without it. */
  refused: string
  /** The head of the page, where what is shown has its own. */
  head?: ReactNode
  children: ReactNode
}

/**
 * A page that asks for nothing before somebody does something: shown to who may do that, and others are told why not. Where the
 * leave is taken away while the page is open it stays, below a bar that says so, as something may have been typed.
 */
export function WithLeave({ leave, refused, head, children }: WithLeaveProps) {
  const isAllowed = useLeaveKnown(leave)
  const wasAllowed = useEver(isAllowed === true)
  if (isAllowed === false && !wasAllowed) {
    return (
      <>
        {head}
        <Empty
          title={refused}
          text="None of the permissions of your roles lets you. An owner of this installation can change that."
        />
      </>
    )
  }
  return (
    <>
      {isAllowed === false && (
        <Bar look="warn" icon={ShieldOff} role="status">
          <b>{refused} any more.</b> Your permissions have changed; what you have typed is still here.
        </Bar>
      )}
      {children}
    </>
  )
}
