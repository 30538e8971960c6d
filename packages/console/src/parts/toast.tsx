import { createStore } from '../state/store.ts'
import { useStore } from '../state/use-store.ts'
import styles from './toast.module.css'

type ToastMessage = { id: number; text: string }

const SHOWN_MS = 10_000
const MOST = 3
const toasts = createStore<readonly ToastMessage[]>([])
let lastId = 0

/** Says that something is done. What went wrong never stands in a toast. */
export function showToast(text: string): void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get(), { id, text }].slice(-MOST))
  setTimeout(() => toasts.set(toasts.get().filter(toast => toast.id !== id)), SHOWN_MS)
}

export function ToastRegion() {
  const shown = useStore(toasts)
  return (
    <div className={styles.region} role="status">
      {shown.map(({ id, text }) => (
        <div key={id} className={styles.toast}>
          {text}
        </div>
      ))}
    </div>
  )
}
