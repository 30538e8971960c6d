/** A common question, as a column of the matrix. */
export type MatrixColumn = { label: string; method: string; path: string }

type RoleOutlook = { allowed: boolean; depends: boolean; permission: string | null }
export type MatrixWord = 'may' | 'in part' | 'may not'

/** Roles that are asked about at once: with six columns that is as much as one call takes. */
export const ROLES_AT_ONCE = 8

/** The collection that a path is about, as far as its first segment says. */
export const collectionOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** The common questions about a collection, and who issues keys and sees permissions. */
export function matrixColumns(collection: string): readonly MatrixColumn[] {
  const path = collection.replace(/\/+$/, '') || '/collection'
  return [
    { label: 'Read', method: 'GET', path },
    { label: 'Add', method: 'POST', path },
    { label: 'Change', method: 'PATCH', path: `${path}/1` },
    { label: 'Delete', method: 'DELETE', path: `${path}/1` },
    { label: 'Keys', method: 'POST', path: '/keys' },
    { label: 'Access', method: 'GET', path: '/acl' },
  ]
}

/** @param narrowing the permissions whose rules leave out documents or fields */
export function matrixWord({ allowed, depends, permission }: RoleOutlook, narrowing: ReadonlySet<string>): MatrixWord {
  if (!allowed && !depends) return 'may not'
  return depends || (permission !== null && narrowing.has(permission)) ? 'in part' : 'may'
}
