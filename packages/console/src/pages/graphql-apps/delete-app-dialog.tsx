import { useMutation, useQueryClient } from '@tanstack/react-query'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { appIdOf } from '../../domain/graphql/app-text.ts'
import { endpointOf } from '../../domain/graphql/endpoint.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

type DeleteAppDialogProps = { app: ShownApp; onClose(): void; onDeleted?: () => void }

/** The end of an app. One that is enabled has to be named first. */
export function DeleteAppDialog({ app, onClose, onDeleted }: DeleteAppDialogProps) {
  const queryClient = useQueryClient()
  const { name, enabled = true } = app.descriptor
  const remove = useMutation({
    mutationFn: () => appsApi.remove(appIdOf(app._id) ?? ''),
    onSuccess: () => {
      onClose()
      showToast(`“${name}” is deleted.`)
      onDeleted?.()
      return queryClient.invalidateQueries({ queryKey: ['apps'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${name}”`}
      verb="Delete app"
      {...(enabled && { typed: name })}
      error={remove.error}
      failed="The app is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <code>{endpointOf(app)}</code> answers no more as soon as it is gone. Its versions and trusted documents go with
      it; the collections stay as they are.{enabled && ' It is enabled, so type its name.'}
    </ConfirmDialog>
  )
}
