import { Link } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { HELP_PLACES, type HelpSubject } from '../domain/manual/help-places.ts'
import styles from './help-link.module.css'
import { BESIDE_WORDS } from './icon.ts'

/** Leads to what the manual says of a thing, in a tab of its own: what is being typed stays where it is. */
export const HelpLink = ({ about, what }: { about: HelpSubject; what: string }) => (
  <Link
    className={styles.help}
    to="/manual"
    search={HELP_PLACES[about]}
    target="_blank"
    aria-label={`Manual about ${what}, in a new tab`}
    title={`Manual about ${what}`}
  >
    <CircleQuestionMark {...BESIDE_WORDS} />
  </Link>
)
