import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { unsavedForms } from '../../state/unsaved.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type LeaveQuestionProps = {
  isDirty: boolean
  /** Whether two addresses are one page, as the views of one thing are; left out: where they are the same. */
  isSamePage?: (current: PageAddress, next: PageAddress) => boolean
  /** What is not kept. */
  note?: string
}
type PageAddress = { pathname: string; search: unknown }

/** Asks before a page with unsaved text is left; the browser's own question covers closing. */
export function LeaveQuestion({ isDirty, isSamePage = isSameAddress, note }: LeaveQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isDirty) return
    unsavedForms.set(unsavedForms.get() + 1)
    return () => unsavedForms.set(unsavedForms.get() - 1)
  }, [isDirty])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && !isSamePage(current, next),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving"
      isSmall
      initialFocus={stay}
      onClose={blocker.reset}
      actions={
        <>
          <Button ref={stay} onClick={blocker.reset}>
            Stay
          </Button>
          <Button look="stop" onClick={blocker.proceed}>
            Leave
          </Button>
        </>
      }
    >
      <p className="quiet">
        What you have changed is not saved. It is kept in this tab, and offered when you come back. {note}
      </p>
    </Dialog>
  )
}

const isSameAddress = (current: PageAddress, next: PageAddress): boolean =>
  current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
