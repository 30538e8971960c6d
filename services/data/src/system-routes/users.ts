import type { Operation } from '@sluice/service-kit'
import type { DataDependencies } from '../dependencies.ts'
import { answeredUser, sentUser } from '../routes/system-schemas.ts'
import {
  createSystem,
  deleteSystem,
  listSystem,
  patchSystem,
  replaceSystem,
  type SystemCollection,
  showSystem,
} from './system-operations.ts'

const users: SystemCollection = {
  tag: 'users',
  answered: answeredUser,
  sent: sentUser,
  change: { roles: ['crew', 'sales'] },
}

/** `GET /users` */
export const listUsers = (dependencies: DataDependencies): Operation => ({
  ...listSystem(dependencies, users),
  id: 'listUsers',
  summary: 'List the users',
})

/** `POST /users` */
export const createUsers = (dependencies: DataDependencies): Operation => ({
  ...createSystem(dependencies, users),
  id: 'createUsers',
  summary: 'Create a user, or a list of them',
})

/** `GET /users/<id>` */
export const getUser = (dependencies: DataDependencies): Operation => ({
  ...showSystem(dependencies, users),
  id: 'getUser',
  summary: 'Read a user',
})

/** `PUT /users/<id>` */
export const replaceUser = (dependencies: DataDependencies): Operation => ({
  ...replaceSystem(dependencies, users),
  id: 'replaceUser',
  summary: 'Replace a user; without a password he keeps his',
})

/** `PATCH /users/<id>` */
export const patchUser = (dependencies: DataDependencies): Operation => ({
  ...patchSystem(dependencies, users),
  id: 'patchUser',
  summary: 'Change fields of a user',
})

/** `DELETE /users/<id>` */
export const deleteUser = (dependencies: DataDependencies): Operation => ({
  ...deleteSystem(dependencies, users),
  id: 'deleteUser',
  summary: 'Delete a user, and revoke his API keys',
})
