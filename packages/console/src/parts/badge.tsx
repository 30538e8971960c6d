import styles from './badge.module.css'
import type { Icon } from './icon.ts'

type BadgeProps = { look: 'ok' | 'bad' | 'warn' | 'info' | 'quiet'; icon: Icon; word: string; isBare?: boolean }

/** A state: an icon, a word and a colour, never the colour alone. In dense tables it has no ground. */
export function Badge({ look, icon: Shown, word, isBare }: BadgeProps) {
  return (
    <span className={[styles.badge, styles[look], isBare && styles.bare].filter(Boolean).join(' ')}>
      <Shown size={12} strokeWidth={2.5} aria-hidden />
      {word}
    </span>
  )
}

/** Names of roles, as they stand in permissions. */
export function RoleTags({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <span className="quiet">no role</span>
  return (
    <span className={styles.tags}>
      {roles.map(role => (
        <span key={role} className={styles.tag}>
          {role}
        </span>
      ))}
    </span>
  )
}
