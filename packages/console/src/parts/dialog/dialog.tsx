import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode, RefObject } from 'react'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  children: ReactNode
  /** It stands at the left of the foot. */
  note?: ReactNode
  actions: ReactNode
  isSmall?: boolean
  /** For two texts side by side. */
  isWide?: boolean
  /** The focus goes there when the dialog opens; one that can't be undone puts it on Cancel. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Left out: it closes by its own buttons alone, never by Esc. */
  onClose?: (() => void) | undefined
}

/** A dialog over the page. A click beside it never closes it. */
export function Dialog({ title, children, note, actions, isSmall, isWide, initialFocus, onClose }: DialogProps) {
  return (
    <AlertDialog.Root open onOpenChange={isOpen => !isOpen && onClose?.()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.veil} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup
            className={[styles.dialog, isSmall && styles.small, isWide && styles.wide].filter(Boolean).join(' ')}
            initialFocus={initialFocus}
          >
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <div className={styles.body}>{children}</div>
            <div className={styles.foot}>
              {note && <span className={styles.note}>{note}</span>}
              {actions}
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
