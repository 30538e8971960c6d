import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { MongoTool } from '@sluice/testkit/mongo-tools'

/** `printed` is standard output and standard error, as they came. `answer` is standard output alone. */
type EndedScript = { code: number; printed: string; answer: string }

export type ScriptEnvironment = {
  /** Has MongoDB's tools. */
  path: string
  mongodbUri: string
}

const fileOf = (script: 'backup' | 'restore') =>
  fileURLToPath(new URL(`../../../deploy/backup/${script}.sh`, import.meta.url))

/** Runs a script of deploy/backup as an operator does. */
export const runScript = (
  script: 'backup' | 'restore',
  args: readonly string[],
  surroundings: ScriptEnvironment,
): Promise<EndedScript> => run(fileOf(script), args, surroundings)

/** Runs one of the tools with the address on its command line: there is no password in it. */
export const runTool = (
  tool: MongoTool,
  args: readonly string[],
  surroundings: ScriptEnvironment,
): Promise<EndedScript> => run(tool, [`--uri=${surroundings.mongodbUri}`, ...args], surroundings)

async function run(
  command: string,
  args: readonly string[],
  { path, mongodbUri }: ScriptEnvironment,
): Promise<EndedScript> {
  const env = { PATH: path, MONGODB_URI: mongodbUri }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let answer = ''
  child.stdout.on('data', chunk => {
    printed += String(chunk)
    answer += String(chunk)
  })
  child.stderr.on('data', chunk => {
    printed += String(chunk)
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  child.once('error', reject)
  return { code: (await promise) ?? -1, printed, answer: answer.trim() }
}
