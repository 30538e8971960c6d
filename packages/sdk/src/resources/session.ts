import type { CallOptions } from '../http/call.ts'
import { codeOf } from '../http/problem.ts'
import { gone, unwrap } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import type { BodyOf, PathOf } from './operation-types.ts'
import { type WriteOptions, writeParams } from './write-options.ts'

export type AccessResource = ReturnType<typeof createAccessResource>
export type TokenResource = ReturnType<typeof createTokenResource>
export type PluginsResource = ReturnType<typeof createPluginsResource>

type PluginId = PathOf<'changePluginState'>['id'] & ('api-keys' | 'webhooks')
type PluginStep = PathOf<'changePluginState'>['step'] & ('install' | 'enable' | 'disable' | 'uninstall')

/** Sessions of people: 15 minutes, renewed by making one anew. */
export const createTokenResource = (raw: RawClient) => ({
  create: (options: CallOptions = {}) => unwrap(raw.POST('/token', options)),
  /** Ends the session. One that is over on a later attempt was ended by the attempt before. */
  end: (options: CallOptions = {}): Promise<void> =>
    gone(raw.DELETE('/token', options), reply => reply.isAfterLostAnswer && codeOf(reply.text) === 'INVALID_TOKEN'),
  /** Changes the caller's own password, by the current one. It is sent once. */
  async changePassword(passwords: BodyOf<'changeOwnPassword'>, options: CallOptions = {}): Promise<void> {
    await unwrap(raw.PUT('/whoami/password', { body: passwords, repeat: 'never', ...options }))
  },
})

export const createAccessResource = (raw: RawClient) => ({
  /** Asks which permission applies to a request, and why the others do not. */
  explain: (request: BodyOf<'explainAcl'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/acl/explain', { body: request, repeat: 'idempotent', ...options })),
  /** Checks a permission without saving it: what is wrong with it, and who could do more or less with it. */
  check: (question: BodyOf<'checkPermission'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/acl/check', { body: question, repeat: 'idempotent', ...options })),
  /** Asks which of these requests the caller may make. */
  may: (requests: BodyOf<'checkOwnAccess'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/whoami/may', { body: requests, repeat: 'idempotent', ...options })),
})

export const createPluginsResource = (raw: RawClient) => ({
  list: (options: CallOptions = {}) => unwrap(raw.GET('/plugins', options)),
  /** Takes a step of the plugin's life: install, enable, disable, uninstall. One that is repeated changes nothing. */
  step: (id: PluginId, step: PluginStep, options: WriteOptions = {}) =>
    unwrap(raw.POST('/plugins/{id}/{step}', { ...writeParams({ id, step }, options), repeat: 'idempotent' })),
})
