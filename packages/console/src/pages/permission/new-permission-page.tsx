import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { permissionsApi } from '../../api/permissions.ts'
import { patternOf } from '../../domain/permissions/patterns.ts'
import type { PermissionFields } from '../../domain/permissions/permission-form.ts'
import { idText, nameOfId } from '../../domain/permissions/permission-id.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { WithLeave } from '../../parts/states/with-leave.tsx'
import { showToast } from '../../parts/toast.tsx'
import { PermissionEditorForm } from './permission-editor.tsx'
import { usePermissionDraft } from './use-permission-draft.ts'

const route = getRouteApi('/permissions/new')

const TITLE = 'New permission'
const PAGE = 'permission'
const TRAIL = [
  <Link key="list" to="/permissions">
    Permissions
  </Link>,
]

/** A permission that is not there yet: empty, from a pattern, or from another one. */
export function NewPermissionPage() {
  const { from, pattern } = route.useSearch()
  return (
    <WithLeave
      leave="makePermissions"
      refused="You may not make permissions"
      head={<PageHead title={TITLE} trail={TRAIL} />}
    >
      {from === undefined ? <Begun key={pattern} start={patternOf(pattern)} /> : <CopyOf id={from} />}
    </WithLeave>
  )
}

function CopyOf({ id }: { id: string }) {
  const original = useQuery({ queryKey: ['permissions', 'one', id], queryFn: () => permissionsApi.show(id) })
  return (
    <Loaded query={original} what="this permission" head={<PageHead title={TITLE} trail={TRAIL} />}>
      {({ value: { _id: _, ...fields } }) => <Begun start={fields} />}
    </Loaded>
  )
}

function Begun({ start }: { start: PermissionFields }) {
  const navigate = useNavigate()
  const editor = usePermissionDraft({ read: undefined, start, page: PAGE })
  const { made } = editor
  // Only now is nothing unsaved left, of which the page would ask before it is left.
  useEffect(() => {
    if (made === undefined) return
    showToast(`“${nameOfId(made._id)}” is saved: in force everywhere within 20 s, usually 1 s.`)
    void navigate({ to: '/permissions/one', search: { id: idText(made._id) ?? '' } })
  }, [made, navigate])
  return <PermissionEditorForm editor={editor} title={TITLE} trail={TRAIL} page={PAGE} />
}
