import styles from './key-cap.module.css'

/** A key of the keyboard. */
export const KeyCap = ({ text }: { text: string }) => <kbd className={styles.cap}>{text}</kbd>
