import type { ListedKey } from '../../api/admin/all-keys.ts'
import type { KeyChoice } from '../../domain/admin/key-search.ts'
import { RevokeAnyDialog } from './revoke-any-dialog.tsx'
import { RevokeChosenDialog } from './revoke-chosen-dialog.tsx'
import { RevokeMatchingDialog } from './revoke-matching-dialog.tsx'

/** What is to be revoked: a key, those whose boxes are ticked, or those that match. */
export type WantedRevocation =
  | { kind: 'one'; key: ListedKey }
  | { kind: 'chosen'; keys: readonly ListedKey[] }
  | { kind: 'matching'; choice: KeyChoice }

type RevocationDialogsProps = { wanted: WantedRevocation | undefined; hidesUse: boolean; onClose(): void }

/** The dialog over the list. It stays when the list has nothing left to show. */
export function RevocationDialogs({ wanted, ...rest }: RevocationDialogsProps) {
  switch (wanted?.kind) {
    case 'one':
      return <RevokeAnyDialog apiKey={wanted.key} {...rest} />
    case 'chosen':
      return <RevokeChosenDialog keys={wanted.keys} {...rest} />
    case 'matching':
      return <RevokeMatchingDialog choice={wanted.choice} {...rest} />
    default:
      return null
  }
}
