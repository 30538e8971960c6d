import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { permissionsApi } from '../../api/permissions.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { lostLines } from '../../domain/permissions/effect-words.ts'
import { nameOfId } from '../../domain/permissions/permission-id.ts'
import { type AclDocument, shownPermission } from '../../domain/permissions/shown-permission.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './permissions.module.css'

type DeletePermissionDialogProps = {
  permission: AclDocument
  /** The ETag that was read: another version is not deleted. */
  etag?: string | undefined
  onClose(): void
  onDeleted?: () => void
}

const MOST_LINES = 8

/** The end of a permission: it says what nobody may do any more. One that shuts oneself out has to be named first. */
export function DeletePermissionDialog({ permission, etag, onClose, onDeleted }: DeletePermissionDialogProps) {
  const queryClient = useQueryClient()
  const name = nameOfId(permission._id)
  const { lost, isShutOut } = useLoss(permission)
  const remove = useMutation({
    mutationFn: () => permissionsApi.remove(permission._id, etag),
    onSuccess: () => {
      onClose()
      showToast(`“${name}” is deleted.`)
      onDeleted?.()
      return queryClient.invalidateQueries({ queryKey: ['permissions'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${name}”`}
      verb="Delete permission"
      {...(isShutOut && { typed: name })}
      error={remove.error}
      failed="The permission is still there."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>It is gone for good, and everywhere within 20 s, usually 1 s.</p>
      <Loss lost={lost} />
      {isShutOut && (
        <p role="alert">
          <b>You shut yourself out: without it you can change no permission any more.</b> Type its name.
        </p>
      )}
    </ConfirmDialog>
  )
}

function Loss({ lost }: { lost: readonly string[] | undefined }) {
  if (lost === undefined) return null
  if (lost.length === 0) return <p>Of the requests that it names none is refused for want of it.</p>
  return (
    <>
      <p>Then these are refused:</p>
      <ul className={styles.lost}>
        {lost.slice(0, MOST_LINES).map(line => (
          <li key={line}>{line}</li>
        ))}
        {lost.length > MOST_LINES && <li>and {lost.length - MOST_LINES} more</li>}
      </ul>
    </>
  )
}

/** A permission that never matches in its place shows what becomes of requests without it. */
function useLoss(permission: AclDocument): { lost: readonly string[] | undefined; isShutOut: boolean } {
  const may = useLeaves()
  const { _id: id } = permission
  const { roles } = shownPermission(permission)
  const check = useQuery({
    queryKey: ['permissions', 'loss', id, roles],
    queryFn: () => permissionsApi.check({ permission: { _id: id, roles, predicate: 'false' } }),
    enabled: may('checkPermissions') && roles.length > 0,
    retry: false,
    gcTime: 0,
  })
  const trial = useQuery({
    queryKey: ['permissions', 'trial', id],
    queryFn: () => permissionsApi.tryChanges({ delete: [{ id }] }),
    enabled: may('changePermissions'),
    retry: false,
    gcTime: 0,
  })
  return {
    lost: check.data?.valid ? lostLines(check.data.effects) : undefined,
    isShutOut: trial.data?.wouldStillAllow.caller === false,
  }
}
