import { Dialog } from '@base-ui/react/dialog'
import styles from './side.module.css'
import { Side } from './side.tsx'

/** The navigation over the page, where there is no room beside it. */
export function SideSheet({ isOpen, onChange }: { isOpen: boolean; onChange(isOpen: boolean): void }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} />
        <Dialog.Popup className={styles.sheet} aria-label="Navigation">
          <Side onGo={() => onChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
