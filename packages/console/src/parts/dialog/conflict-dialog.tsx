import { type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type ConflictDialogProps = {
  /** The name of what two people have changed. */
  name: string
  isBusy: boolean
  onTakeTheirs(): void
  onWriteOver(): void
  onEditOn(): void
  /** The two versions, and when the other one was saved. */
  children: ReactNode
}

/** Somebody else has saved meanwhile: both versions are seen, and nothing is lost. */
export function ConflictDialog({ name, isBusy, onTakeTheirs, onWriteOver, onEditOn, children }: ConflictDialogProps) {
  const editOn = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={`“${name}” was changed meanwhile`}
      isWide
      initialFocus={editOn}
      onClose={onEditOn}
      actions={
        <>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button look="danger" isBusy={isBusy} onClick={onWriteOver}>
            Write mine over it
          </Button>
          <Button ref={editOn} look="primary" onClick={onEditOn}>
            Edit on
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
