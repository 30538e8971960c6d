export { COMMANDS } from './commands/commands.ts'
export type { CommandSpec, OptionSpec } from './program/command.ts'
export { GLOBAL_OPTIONS } from './program/program.ts'
