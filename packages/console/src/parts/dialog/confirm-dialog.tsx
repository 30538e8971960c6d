import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { FaultSummary } from '../states/fault-summary.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  /** The verb with its thing, as the button says it. */
  verb: string
  look?: 'stop' | 'primary'
  /** The text that has to be typed first, where the action reaches far. */
  typed?: string
  /** Why it was not done. */
  error: unknown
  failed: string
  isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** A question before what can't be undone: it names the thing and what follows, and the focus is on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, verb, look = 'stop', typed, error, failed, isBusy, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const hint = useId()
  const isHeld = typed !== undefined && text.trim() !== typed
  return (
    <Dialog
      title={title}
      isSmall
      initialFocus={cancel}
      onClose={onClose}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look={look}
            isBusy={isBusy}
            disabled={isHeld}
            aria-describedby={isHeld ? hint : undefined}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      {error ? <FaultSummary title={failed} error={error} /> : null}
      <div className={styles.question}>{children}</div>
      {typed !== undefined && (
        <TextField
          label={`Type ${typed} to go on`}
          hint={<span id={hint}>The button waits for it.</span>}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
    </Dialog>
  )
}
