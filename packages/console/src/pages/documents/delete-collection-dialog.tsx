import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { collectionsApi } from '../../api/data/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

/** The end of a collection, whose name is typed first. */
export function DeleteCollectionDialog({ place, onClose }: { place: CollectionPlace; onClose(): void }) {
  const { db, collection } = place
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => collectionsApi.drop(place),
    onSuccess: async () => {
      onClose()
      showToast(`“${collection}” is deleted.`)
      await navigate({ to: '/data', search: db === undefined ? {} : { db }, ignoreBlocker: true })
      await queryClient.invalidateQueries({ queryKey: ['collections'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${collection}”`}
      verb="Delete collection"
      typed={collection}
      error={remove.error}
      failed="The collection is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      All its documents are gone for good, with its indexes, schema and stored aggregations. GraphQL apps that read it
      answer with nothing.
    </ConfirmDialog>
  )
}
