import { allKeysApi, type ListedKey } from '../../api/admin/all-keys.ts'
import { lastUseWords } from '../../domain/last-use.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWrite } from '../../state/use-write.ts'
import { keyName } from './key-row.tsx'
import { useRefreshAllKeys } from './use-all-keys.ts'

type RevokeAnyDialogProps = { apiKey: ListedKey; hidesUse: boolean; onClose(): void }

/** The end of a key of somebody, which can't be undone. */
export function RevokeAnyDialog({ apiKey, hidesUse, onClose }: RevokeAnyDialogProps) {
  const refresh = useRefreshAllKeys()
  const name = keyName(apiKey)
  const { user, lastUsedAt } = apiKey
  const revoke = useWrite({
    mutationFn: () => allKeysApi.revoke(apiKey._id),
    onSuccess: () => {
      onClose()
      showToast(`“${name}” is revoked.`)
    },
    onSettled: refresh,
  })
  return (
    <ConfirmDialog
      title={`Revoke “${name}”`}
      verb="Revoke key"
      error={revoke.error}
      failed="The key was not revoked."
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {user !== undefined && (
        <>
          <bdi>{user}</bdi> holds it.{' '}
        </>
      )}
      The next request with it is refused, and it can’t be brought back. {lastUseWords(lastUsedAt, hidesUse)}
    </ConfirmDialog>
  )
}
