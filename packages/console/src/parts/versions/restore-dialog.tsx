import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { showToast } from '../toast.tsx'

type RestoreDialogProps = {
  thing: 'app' | 'webhook'
  name: string
  version: number
  restore(): Promise<unknown>
  /** The query whose data are old then, with all that is below it. */
  queryKey: readonly string[]
  onClose(): void
  /** A sentence about what follows. */
  children: ReactNode
}

/** A question before an older version becomes the next one. */
export function RestoreDialog({ thing, name, version, restore, queryKey, onClose, children }: RestoreDialogProps) {
  const queryClient = useQueryClient()
  const restoring = useMutation({
    mutationFn: restore,
    onSuccess: () => {
      onClose()
      showToast(`“${name}” is what it was in version ${version}.`)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      title={`Restore version ${version}`}
      verb="Restore"
      look="primary"
      error={restoring.error}
      failed={`The ${thing} is as it was.`}
      isBusy={restoring.isPending}
      onConfirm={() => restoring.mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
