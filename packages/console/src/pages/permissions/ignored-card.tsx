import { Trash2, TriangleAlert } from 'lucide-react'
import { useLeaves } from '../../api/use-leaves.ts'
import { nameOfId } from '../../domain/permissions/permission-id.ts'
import type { AclDocument } from '../../domain/permissions/shown-permission.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { PermissionName } from './permission-table.tsx'
import styles from './permissions.module.css'
import { useIgnored } from './use-permissions.ts'

/** The stored documents that are no valid permissions: they let nobody in, and each says why. */
export function IgnoredCard({ onDelete }: { onDelete(permission: AclDocument): void }) {
  const may = useLeaves()
  const ignored = useIgnored()
  if (ignored.isError) {
    return <ProblemPanel error={ignored.error} what="what is ignored" onRetry={() => void ignored.refetch()} />
  }
  const { value = [], total = value.length } = ignored.data ?? {}
  if (value.length === 0) return null
  return (
    <Card
      title="Ignored"
      beside={<Badge look="warn" icon={TriangleAlert} word={`${total.toLocaleString()} in force nowhere`} />}
      isFull
      foot={
        total > value.length && (
          <span>
            {value.length} of {total.toLocaleString()} are shown: mend or delete these first.
          </span>
        )
      }
    >
      <ul className={styles.ignored}>
        {value.map(({ _id, errors }) => (
          <li key={JSON.stringify(_id)}>
            <div className={styles.ignoredName}>
              <PermissionName id={_id} />
            </div>
            <div className={styles.reasons}>
              {errors.map(({ path, message }) => (
                <div key={`${path} ${message}`}>
                  <code>{path}</code> {message}
                </div>
              ))}
            </div>
            {may('makePermissions') && (
              <Button icon={Trash2} aria-label={`Delete ${nameOfId(_id)}`} onClick={() => onDelete({ _id })}>
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
