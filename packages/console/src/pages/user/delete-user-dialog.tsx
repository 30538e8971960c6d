import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usersApi } from '../../api/users.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useKeysOf } from '../users/use-users.ts'

type DeleteUserDialogProps = { user: string; onClose(): void; onDeleted(): void }

/** The end of a user, and of his keys. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const queryClient = useQueryClient()
  const keys = useKeysOf(user)
  const remove = useMutation({
    mutationFn: () => usersApi.remove(user),
    onSuccess: () => {
      onClose()
      showToast(`“${user}” is deleted.`)
      onDeleted()
      queryClient.removeQueries({ queryKey: ['users', 'one', user] })
      return queryClient.invalidateQueries({ queryKey: ['users', 'list'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${user}”`}
      verb="Delete user"
      error={remove.error}
      failed="The user is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      All sessions end at once, and the user can’t be brought back. {wordsOf(keys.data?.total)} What the user has
      written into collections stays.
    </ConfirmDialog>
  )
}

function wordsOf(keys: number | undefined): string {
  if (keys === undefined) return 'The keys of the user end with it; how many there are you may not see.'
  if (keys === 0) return 'The user has no keys.'
  return keys === 1 ? 'One key ends with it.' : `${keys.toLocaleString()} keys end with it.`
}
