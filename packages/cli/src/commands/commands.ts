import type { CommandSpec } from '../program/command.ts'
import type { CommandGroups } from '../program/program.ts'
import { ACCESS_COMMANDS } from './access.ts'
import { AUTHORING_COMMANDS } from './authoring.ts'
import { apply } from './definitions/apply.ts'
import { diff } from './definitions/diff.ts'
import { init } from './definitions/init.ts'
import { pull } from './definitions/pull.ts'
import { fmt, validate } from './definitions/validate.ts'
import { KEY_COMMANDS } from './keys.ts'
import { listen } from './listen.ts'
import { ORIENTATION_COMMANDS } from './orientation.ts'
import { REQUEST_COMMANDS } from './requests.ts'
import { SESSION_COMMANDS } from './session.ts'
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
  ...KEY_COMMANDS,
  ...WEBHOOK_COMMANDS,
  listen,
  ...AUTHORING_COMMANDS,
  ...ACCESS_COMMANDS,
  ...REQUEST_COMMANDS,
  ...ORIENTATION_COMMANDS,
]

export const GROUPS: CommandGroups = {
  webhooks: 'List webhooks, read their logs, give them new secrets',
  keys: 'Issue, list, rotate and revoke API keys',
}
