import { permissionsApi } from '../../api/permissions.ts'
import { systemPath } from '../../api/service-facts.ts'
import type { PermissionFields } from '../../domain/permissions/permission-form.ts'
import { permissionPath } from '../../domain/permissions/permission-id.ts'
import { problemOf } from '../../http/problem.ts'
import { session } from '../../session/session.ts'

/**
 * Whether one could change no permission any more, were this one saved. What the service refuses for another reason is
 * told when it is saved.
 */
export async function shutsOneselfOut(document: PermissionFields): Promise<boolean> {
  try {
    return (await losesChanges(document)) || (await losesWrites(document))
  } catch (error) {
    const { status } = problemOf(error)
    if (status >= 400 && status < 500) return false
    throw error
  }
}

/** Asks whether one could still put many permissions at once. A new one without an id shuts nobody out by that. */
async function losesChanges(document: PermissionFields): Promise<boolean> {
  if (document._id === undefined) return false
  try {
    const { wouldStillAllow } = await permissionsApi.tryChanges({ put: [{ document }] })
    return !wouldStillAllow.caller
  } catch (error) {
    // Who may not put many may put one all the same.
    if (problemOf(error).status === 403) return false
    throw error
  }
}

/** Asks whether one could still write this permission itself, and make others. */
async function losesWrites(permission: PermissionFields): Promise<boolean> {
  const current = session.get()
  if (!('user' in current)) return false
  const root = await systemPath('acl')
  const [path = root] = `${root}${permissionPath(permission._id ?? 'new')}`.split('?')
  const ask = (method: string, asked: string) => ({ user: current.user, method, path: asked })
  const questions = [ask('PUT', path), ask('POST', root)]
  const { effects } = await permissionsApi.check({ permission, questions })
  return effects.some(({ before, after }) => before.allowed && !after.allowed && !after.depends)
}
