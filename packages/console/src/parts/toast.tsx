import { createStore } from '../state/store.ts'
import { useStore } from '../state/use-store.ts'
import styles from './toast.module.css'

/** The action takes back what was done. */
type ToastAction = { label: string; run(): void }
type ToastMessage = { id: number; text: string; action: ToastAction | undefined }

const SHOWN_MS = 10_000
const MOST = 3
const toasts = createStore<readonly ToastMessage[]>([])
let lastId = 0

/** Says that something is done, once where the same was said a moment ago. What went wrong never stands in a toast. */
export function showToast(text: string, action?: ToastAction): void {
  lastId += 1
  const id = lastId
  const others = toasts.get().filter(toast => toast.text !== text)
  toasts.set([...others, { id, text, action }].slice(-MOST))
  setTimeout(() => hide(id), SHOWN_MS)
}

/** Nothing that somebody was told is shown to the next one. */
export const clearToasts = (): void => toasts.set([])

const hide = (id: number) => toasts.set(toasts.get().filter(toast => toast.id !== id))

export function ToastRegion() {
  const shown = useStore(toasts)
  return (
    <div className={styles.region} role="status">
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          {text}
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                hide(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
