import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Hook, webhooksApi } from '../../api/webhooks.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

type DeleteDialogProps = { hook: Hook; onClose(): void; onDeleted?: () => void }

const DAY_MS = 86_400_000

/** The end of a webhook. One that has answered within a day has to be named first. */
export function DeleteDialog({ hook, onClose, onDeleted }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const { _id: id, name, version, health } = hook
  const isInUse = hook.enabled && (health?.lastAt?.$date ?? 0) > Date.now() - DAY_MS
  const remove = useMutation({
    mutationFn: () => webhooksApi.remove(id, `"${version}"`),
    onSuccess: () => {
      onClose()
      showToast(`“${name}” is deleted.`)
      onDeleted?.()
      return queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${name}”`}
      verb="Delete webhook"
      {...(isInUse && { typed: name })}
      error={remove.error}
      failed="The webhook is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      It is gone for good, with its secret; what waits to be delivered is not sent any more.{' '}
      {isInUse && 'It has delivered within the last day, so type its name.'}
    </ConfirmDialog>
  )
}
