import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { permissionsApi } from '../../api/permissions.ts'
import type { StoredPermission } from '../../domain/permissions/shown-permission.ts'
import { useLeaves } from '../../frame/use-leaves.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { DeletePermissionDialog } from '../permissions/delete-permission-dialog.tsx'

const route = getRouteApi('/permissions/one')

const TRAIL = [
  <Link key="list" to="/permissions">
    Permissions
  </Link>,
]

/** One permission, as it is stored. */
export function PermissionPage() {
  const { id } = route.useSearch()
  const permission = useQuery({ queryKey: ['permissions', 'one', id], queryFn: () => permissionsApi.show(id) })
  if (permission.data) return <Shown key={id} permission={permission.data.value} etag={permission.data.etag} />
  return (
    <>
      <PageHead title={id || 'Permission'} trail={TRAIL} />
      {permission.isPending && <TableSkeleton what="the permission" />}
      {permission.isError && (
        <ProblemPanel error={permission.error} what="this permission" onRetry={() => void permission.refetch()} />
      )}
    </>
  )
}

function Shown({ permission, etag }: { permission: StoredPermission; etag: string | undefined }) {
  const { id } = route.useSearch()
  const may = useLeaves()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <PageHead
        title={id}
        trail={TRAIL}
        actions={
          may('makePermissions') && (
            <Button icon={Trash2} look="danger" onClick={() => setIsDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      <Card title="As JSON" isFull>
        <Editor
          label="The permission as JSON"
          lines={16}
          value={JSON.stringify(permission, null, 2)}
          language={jsonLanguage}
        />
      </Card>
      {isDeleting && (
        <DeletePermissionDialog
          permission={permission}
          etag={etag}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate({ to: '/permissions' })}
        />
      )}
    </>
  )
}
