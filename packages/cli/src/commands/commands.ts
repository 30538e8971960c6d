import type { CommandSpec } from '../program/command.ts'
import { type CommandGroups, GLOBAL_OPTIONS } from '../program/program.ts'
import { ACCESS_COMMANDS } from './access.ts'
import { APP_COMMANDS } from './apps.ts'
import { AUTHORING_COMMANDS } from './authoring.ts'
import { checkImport } from './check-import.ts'
import { completionCommands } from './completion.ts'
import { apply } from './definitions/apply.ts'
import { diff } from './definitions/diff.ts'
import { init } from './definitions/init.ts'
import { pull } from './definitions/pull.ts'
import { fmt, validate } from './definitions/validate.ts'
import { KEY_COMMANDS } from './keys.ts'
import { listen } from './listen.ts'
import { mcp } from './mcp.ts'
import { ORIENTATION_COMMANDS } from './orientation.ts'
import { PERMISSION_COMMANDS } from './permissions.ts'
import { REDELIVERY_COMMANDS } from './redelivery.ts'
import { REQUEST_COMMANDS } from './requests.ts'
import { SESSION_COMMANDS } from './session.ts'
import { types } from './types.ts'
import { WEBHOOK_STATE_COMMANDS } from './webhook-states.ts'
import { WEBHOOK_COMMANDS } from './webhooks.ts'

/** The table of commands: the program, its help and `docs/cli.md` are made of it. */
export const COMMANDS: readonly CommandSpec[] = [
  ...SESSION_COMMANDS,
  init,
  pull,
  validate,
  diff,
  apply,
  fmt,
  checkImport,
  ...KEY_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...WEBHOOK_STATE_COMMANDS,
  ...REDELIVERY_COMMANDS,
  ...APP_COMMANDS,
  ...PERMISSION_COMMANDS,
  listen,
  ...AUTHORING_COMMANDS,
  ...ACCESS_COMMANDS,
  ...REQUEST_COMMANDS,
  types,
  mcp,
  ...ORIENTATION_COMMANDS,
  ...completionCommands(() => ({ commands: COMMANDS, globalOptions: GLOBAL_OPTIONS })),
]

export const GROUPS: CommandGroups = {
  webhooks: 'List and switch webhooks, read their logs, deliver again, give new secrets',
  apps: 'List GraphQL apps, switch them, look at their schemas and versions',
  'apps documents': 'Register trusted documents',
  permissions: 'List permissions, print one, or an example to begin with',
  keys: 'Issue, list, rotate and revoke API keys',
}
