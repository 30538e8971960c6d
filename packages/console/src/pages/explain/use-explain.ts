import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { explainApi } from '../../api/explain.ts'
import { matrixColumns, ROLES_AT_ONCE } from '../../domain/permissions/access-matrix.ts'
import type { AskedAccess } from '../../domain/permissions/explain-question.ts'
import type { PermissionFields } from '../../domain/permissions/permission-form.ts'
import { nameOfId } from '../../domain/permissions/permission-id.ts'
import { isFields } from '../../domain/permissions/shown-permission.ts'

/** Why somebody may do something, or not; asked anew whenever the question or the draft is another one. */
export const useExplanation = (asked: AskedAccess | undefined, draft?: PermissionFields) =>
  useQuery({
    queryKey: ['permissions', 'explain', asked, draft],
    queryFn: ({ signal }) => explainApi.explain(asked ?? { method: 'GET', path: '/' }, draft, signal),
    enabled: asked !== undefined,
    retry: false,
    gcTime: 60_000,
  })

const NARROWING = ['readFilter', 'writeFilter', 'projectResponse']

/** The permissions whose rules leave out documents or fields. */
export function useNarrowing(): ReadonlySet<string> {
  const { data = [] } = useQuery({ queryKey: ['permissions', 'rules'], queryFn: explainApi.rules, retry: false })
  const narrowing = data.filter(({ mongo }) => isFields(mongo) && NARROWING.some(rule => mongo[rule] !== undefined))
  return new Set(narrowing.map(({ _id }) => nameOfId(_id)))
}

/** What each of some roles may do, for the common questions about a collection. */
export function useMatrix(roles: readonly string[], collection: string) {
  const columns = matrixColumns(collection)
  const asked = roles.slice(0, ROLES_AT_ONCE)
  const questions = asked.flatMap(role => columns.map(({ method, path }) => ({ roles: [role], method, path })))
  return useQuery({
    queryKey: ['permissions', 'matrix', asked, collection],
    queryFn: () => explainApi.foresee(questions),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
