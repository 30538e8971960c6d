import styles from './mark.module.css'

/** The mark: a sluice gate from the front, half lifted, water passing under it. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path fill="currentColor" d="M3 2h18v20h-2.5V4.500h-2V12h-9V4.500h-2V22H3z" />
      <path className={styles.water} d="M0 15h24v2.500H0zM0 19.500h24V22H0z" />
    </svg>
  )
}

/** The gate closed: nobody is signed in, nothing is permitted, nothing is there. */
export function ClosedGate({ size = 40 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path fill="currentColor" d="M3 2h18v20h-2.500V4.500h-2V20h-9V4.500h-2V22H3z" />
      <path className={styles.water} d="M0 15h5.500v2.500H0zM0 19.500h5.500V22H0z" />
    </svg>
  )
}
