import { useMutation, useQueryClient } from '@tanstack/react-query'
import { documentsApi, documentsKey } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

type DeleteDocumentDialogProps = {
  place: CollectionPlace
  id: unknown
  name: string
  /** The ETag of the version that was read: another one is not deleted unseen. Without it, whichever is there is deleted. */
  etag?: string | undefined
  onClose(): void
  onDeleted?: () => void
}

/** The end of a document. */
export function DeleteDocumentDialog({ place, id, name, etag, onClose, onDeleted }: DeleteDocumentDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => documentsApi.remove(place, id, etag),
    onSuccess: () => {
      onClose()
      showToast(`“${name}” is deleted.`)
      onDeleted?.()
      return queryClient.invalidateQueries({ queryKey: documentsKey(place) })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${name}”`}
      verb="Delete document"
      error={remove.error}
      failed="The document is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      It is gone for good. Webhooks and events see that it was deleted, and nothing brings it back.
    </ConfirmDialog>
  )
}
