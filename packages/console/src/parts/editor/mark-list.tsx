import { CircleX } from 'lucide-react'
import { BESIDE_WORDS } from '../icon.ts'
import styles from './mark-list.module.css'

type ListedMark = { key: string; place: string; message: string; onGo(): void }

/** What is wrong with a text, each with a button that leads to its place. */
export const MarkList = ({ marks }: { marks: readonly ListedMark[] }) => (
  <ul className={styles.marks}>
    {marks.map(({ key, place, message, onGo }) => (
      <li key={key}>
        <CircleX {...BESIDE_WORDS} className={styles.sign} />
        <button type="button" className={styles.place} onClick={onGo}>
          {place}
        </button>
        <span>{message}</span>
      </li>
    ))}
  </ul>
)
