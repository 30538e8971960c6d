import type { EntryStage } from '../../domain/webhooks/entry-stages.ts'
import styles from './channel.module.css'

const PLATES = { open: 'M8 4h8v7H8z', shut: 'M8 4h8v16H8z', dry: 'M8 4h8v16H8z' }
const WATER = { open: 'M0 15h24v4H0z', shut: 'M0 15h4v4H0z', dry: 'M0 15h4v4H0z' }
const WORDS = { open: 'passed', shut: 'stopped here', dry: 'not reached' }

/** How far something came: an open gate was passed, a closed red one stopped it, a pale one was not reached. */
export const Channel = ({ stages }: { stages: readonly EntryStage[] }) => (
  <ol className={styles.channel} aria-label="How far it came">
    {stages.map(({ label, says, gate }) => (
      <li key={label} className={styles[gate]}>
        <svg className={styles.gate} viewBox="0 0 24 24" aria-hidden="true">
          <path className={styles.water} d={WATER[gate]} />
          <path className={styles.post} d="M4 2h16v20h-2V4H6v18H4z" />
          <path className={styles.plate} d={PLATES[gate]} />
        </svg>
        <span className={styles.label}>
          {label}
          <span className="hidden-text">, {WORDS[gate]}</span>
        </span>
        <span className={styles.says} title={says}>
          {says}
        </span>
      </li>
    ))}
  </ol>
)
