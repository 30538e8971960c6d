import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { permissionsApi } from '../../api/permissions.ts'
import { MenuButton } from '../../parts/menu-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { dropDraft } from '../../session/drafts.ts'
import { DeletePermissionDialog } from '../permissions/delete-permission-dialog.tsx'
import { PermissionEditorForm } from './permission-editor.tsx'
import { usePermissionDraft } from './use-permission-draft.ts'
import type { ReadPermission } from './use-typed-permission.ts'

const route = getRouteApi('/permissions/one')

const TRAIL = [
  <Link key="list" to="/permissions">
    Permissions
  </Link>,
]

/** One permission: whom it lets in, how far, and what a change of it would do. */
export function PermissionPage() {
  const { id } = route.useSearch()
  const permission = useQuery({ queryKey: ['permissions', 'one', id], queryFn: () => permissionsApi.show(id) })
  return (
    <Loaded query={permission} what="this permission" head={<PageHead title="Permission" trail={TRAIL} />}>
      {({ value, etag }) => <Shown key={id} id={id} read={{ permission: value, etag }} />}
    </Loaded>
  )
}

function Shown({ id, read }: { id: string; read: ReadPermission }) {
  const page = `permission.${id}`
  const editor = usePermissionDraft({ read, start: read.permission, page })
  return (
    <PermissionEditorForm
      editor={editor}
      title={id}
      trail={TRAIL}
      page={page}
      menu={<PageMenu id={id} read={read} page={page} />}
    />
  )
}

type PageMenuProps = { id: string; read: ReadPermission; page: string }

function PageMenu({ id, read: { permission, etag }, page }: PageMenuProps) {
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <MenuButton
        name="More about this permission"
        entries={[
          {
            label: 'Duplicate',
            icon: Copy,
            run: () => void navigate({ to: '/permissions/new', search: { from: id } }),
          },
          { label: 'Delete', icon: Trash2, isDanger: true, run: () => setIsDeleting(true) },
        ]}
      />
      {isDeleting && (
        <DeletePermissionDialog
          permission={permission}
          etag={etag}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            dropDraft(page)
            void navigate({ to: '/permissions', ignoreBlocker: true })
          }}
        />
      )}
    </>
  )
}
