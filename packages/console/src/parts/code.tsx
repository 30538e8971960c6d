import styles from './code.module.css'

/** Lines to paste somewhere. */
export const Code = ({ text }: { text: string }) => <pre className={styles.code}>{text}</pre>
