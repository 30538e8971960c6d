import type { SecretKey } from '../../api/keys.ts'
import { exactTime } from '../../domain/times.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { SecretDialog } from '../../parts/dialog/secret-dialog.tsx'
import styles from './keys.module.css'
import { TryIt } from './try-it.tsx'

type KeySecretDialogProps = { apiKey: SecretKey; isNew: boolean; onDone(): void }

/** The secret of a key, this once, with what it may do and lines that try it. */
export function KeySecretDialog({ apiKey, isNew, onDone }: KeySecretDialogProps) {
  return (
    <SecretDialog
      title={isNew ? `Key “${apiKey.name}” is issued` : `Key “${apiKey.name}” has a new secret`}
      secret={apiKey.key}
      says="This is the only time its secret is shown. Sluice keeps a hash of it; nobody can look it up later."
      onDone={onDone}
    >
      <dl className={styles.facts}>
        <dt>Roles</dt>
        <dd>
          <RoleTags roles={apiKey.roles} />
        </dd>
        <dt>Works until</dt>
        <dd>{exactTime(apiKey.expiresAt.$date)}</dd>
        {apiKey.previousUntil && <dt>Old secret until</dt>}
        {apiKey.previousUntil && <dd>{exactTime(apiKey.previousUntil.$date)}</dd>}
      </dl>
      <TryIt />
    </SecretDialog>
  )
}
