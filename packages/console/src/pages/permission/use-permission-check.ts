import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type PermissionFault, permissionsApi, type SaveVerdict } from '../../api/permissions.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { faultsWhileTyping, markFaults } from '../../domain/permissions/permission-faults.ts'
import type { PermissionFields } from '../../domain/permissions/permission-form.ts'
import { problemOf } from '../../http/problem.ts'
import { useDebounced } from '../../state/use-debounced.ts'
import type { TypedPermission } from './use-typed-permission.ts'

const AFTER_LAST_KEY_MS = 400
const NONE: readonly PermissionFault[] = []

type CheckOptions = {
  typed: TypedPermission
  /** Why the last save was refused, and what it would have saved. */
  refusal: unknown
  refused: PermissionFields | undefined
}

/** What the service says of a permission before it is saved, a moment after the last key, and what of it is marked where. */
export function usePermissionCheck({ typed, refusal, refused }: CheckOptions) {
  const may = useLeaves()
  const { form, text, document, isDirty, isJson } = typed
  const settled = useDebounced(document ?? null, AFTER_LAST_KEY_MS)
  const canCheck = may('checkPermissions')
  const query = useQuery({
    queryKey: ['permissions', 'check', settled],
    queryFn: ({ signal }) => permissionsApi.check({ permission: settled ?? {}, signal }),
    enabled: canCheck && settled !== null && isDirty,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
    staleTime: 30_000,
  })
  const isSettled = JSON.stringify(settled) === JSON.stringify(document ?? null)
  const isOfNow = isSettled && !query.isPlaceholderData
  const verdict: SaveVerdict | undefined = isDirty ? query.data : undefined
  const isRefused = refusal !== undefined && JSON.stringify(refused) === JSON.stringify(document)
  const faults = useMemo(() => {
    if (isRefused) return problemOf(refusal).errors ?? NONE
    const found = (isOfNow && verdict?.errors) || NONE
    return isJson ? found : faultsWhileTyping(found, form)
  }, [isRefused, refusal, isOfNow, verdict, isJson, form])
  const marks = useMemo(() => markFaults(faults, { form, text }), [faults, form, text])
  return { verdict, marks, canCheck, isJudged: isOfNow, checkError: query.isError && isDirty ? query.error : undefined }
}
