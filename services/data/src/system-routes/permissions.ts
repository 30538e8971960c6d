import type { Operation } from '@sluice/service-kit'
import type { DataDependencies } from '../dependencies.ts'
import { answeredPermission, sentPermission } from '../routes/system-schemas.ts'
import {
  createSystem,
  deleteSystem,
  listSystem,
  patchSystem,
  replaceSystem,
  type SystemCollection,
  showSystem,
} from './system-operations.ts'

const permissions: SystemCollection = {
  tag: 'permissions',
  answered: answeredPermission,
  sent: sentPermission,
  change: { priority: 5 },
}

/** `GET /acl` */
export const listPermissions = (dependencies: DataDependencies): Operation => ({
  ...listSystem(dependencies, permissions),
  id: 'listPermissions',
  summary: 'List the permissions',
})

/** `POST /acl` */
export const createPermissions = (dependencies: DataDependencies): Operation => ({
  ...createSystem(dependencies, permissions),
  id: 'createPermissions',
  summary: 'Create a permission, or a list of them',
})

/** `GET /acl/<id>` */
export const getPermission = (dependencies: DataDependencies): Operation => ({
  ...showSystem(dependencies, permissions),
  id: 'getPermission',
  summary: 'Read a permission',
})

/** `PUT /acl/<id>` */
export const replacePermission = (dependencies: DataDependencies): Operation => ({
  ...replaceSystem(dependencies, permissions),
  id: 'replacePermission',
  summary: 'Replace a permission',
})

/** `PATCH /acl/<id>` */
export const patchPermission = (dependencies: DataDependencies): Operation => ({
  ...patchSystem(dependencies, permissions),
  id: 'patchPermission',
  summary: 'Change fields of a permission',
})

/** `DELETE /acl/<id>` */
export const deletePermission = (dependencies: DataDependencies): Operation => ({
  ...deleteSystem(dependencies, permissions),
  id: 'deletePermission',
  summary: 'Delete a permission',
})
