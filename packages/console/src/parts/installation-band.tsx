import { installation } from '../look/installation.ts'
import styles from './installation-band.module.css'

/** The band that makes production look like production (`CONSOLE_COLOUR`). */
export function InstallationBand() {
  const colour = styles[installation.colour]
  if (!colour) return null
  return (
    <section className={[styles.band, colour].join(' ')} aria-label="Installation">
      {installation.name}
    </section>
  )
}
