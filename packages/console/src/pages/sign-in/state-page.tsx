import { ClosedGate } from '../../parts/mark.tsx'
import styles from './sign-in.module.css'

/** A page that is nothing but a sentence. */
export function StatePage({ text }: { text: string }) {
  return (
    <div className={styles.page}>
      <div />
      <main className={styles.box}>
        <ClosedGate />
        <h1>Sluice</h1>
        <p role="status">{text}</p>
      </main>
      <div />
    </div>
  )
}
