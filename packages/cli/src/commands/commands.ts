import type { CommandSpec } from '../program/command.ts'
import type { CommandGroups } from '../program/program.ts'
import { KEY_COMMANDS } from './keys.ts'
import { ORIENTATION_COMMANDS } from './orientation.ts'
import { REQUEST_COMMANDS } from './requests.ts'
import { SESSION_COMMANDS } from './session.ts'

/** The table of commands: the program, its help and `docs/cli.md` are made of it. */
export const COMMANDS: readonly CommandSpec[] = [
  ...SESSION_COMMANDS,
  ...KEY_COMMANDS,
  ...REQUEST_COMMANDS,
  ...ORIENTATION_COMMANDS,
]

export const GROUPS: CommandGroups = {
  keys: 'Issue, list, rotate and revoke API keys',
}
