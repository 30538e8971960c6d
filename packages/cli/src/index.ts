export { COMMANDS, GROUPS } from './commands/commands.ts'
export { buildProgram, commandExamples } from './program/program.ts'
