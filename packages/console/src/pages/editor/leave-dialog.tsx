import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'

/** Asks before a page with unsaved text is left; the browser's own question covers closing. */
export function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const stay = useRef<HTMLButtonElement>(null)
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
        What you have changed is not saved. It is kept in this tab, and offered when you come back, but for values of
        headers.
      </p>
    </Dialog>
  )
}

type Place = { pathname: string; search: unknown }

const isSamePage = (current: Place, next: Place): boolean =>
  current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
