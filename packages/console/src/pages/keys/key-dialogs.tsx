import type { OwnKey, OwnKeyPolicy, SecretKey } from '../../api/keys.ts'
import { showToast } from '../../parts/toast.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { KeySecretDialog } from './key-secret-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { useRefreshKeys } from './use-keys.ts'

/** The dialog that lies over the page. `secret` holds one in memory until it is closed. */
export type KeyDialog =
  | { kind: 'issue'; policy: Extract<OwnKeyPolicy, { canIssue: true }> }
  | { kind: 'rotate'; key: OwnKey }
  | { kind: 'revoke'; key: OwnKey }
  | { kind: 'secret'; key: SecretKey; isNew: boolean }

type KeyDialogsProps = { dialog: KeyDialog | undefined; onChange(dialog: KeyDialog | undefined): void }

export function KeyDialogs({ dialog, onChange }: KeyDialogsProps) {
  const refresh = useRefreshKeys()
  const close = () => onChange(undefined)
  const showSecret = (key: SecretKey, isNew: boolean) => {
    onChange({ kind: 'secret', key, isNew })
    void refresh()
  }
  const revoked = (key: OwnKey) => {
    close()
    showToast(`“${key.name}” is revoked.`)
    void refresh()
  }
  switch (dialog?.kind) {
    case 'issue':
      return <IssueDialog policy={dialog.policy} onClose={close} onIssued={key => showSecret(key, true)} />
    case 'rotate':
      return <RotateDialog apiKey={dialog.key} onClose={close} onRotated={key => showSecret(key, false)} />
    case 'revoke':
      return <RevokeDialog apiKey={dialog.key} onClose={close} onRevoked={revoked} />
    case 'secret':
      return <KeySecretDialog apiKey={dialog.key} isNew={dialog.isNew} onDone={close} />
    default:
      return null
  }
}
