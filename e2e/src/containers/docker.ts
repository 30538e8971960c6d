import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environment } from '@sluice/testkit/backends'

/** A command of Docker's ended badly. Carries what it said. */
class DockerError extends Error {
  override name = 'DockerError'
}

const execute = promisify(execFile)

/** @param variables beside those of this process @returns what it printed @throws DockerError */
export async function run(
  [command = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { env: { ...environment(), ...variables }, maxBuffer: 2 ** 26 })
    return stdout.trim()
  } catch (error) {
    const said = typeof error === 'object' && error && 'stderr' in error ? String(error.stderr).slice(-2_000) : error
    throw new DockerError(`${[command, ...args].join(' ')}: ${said}`)
  }
}

export const docker = (...args: readonly string[]): Promise<string> => run(['docker', ...args])

export const succeeds = (command: readonly string[]): Promise<boolean> =>
  run(command).then(
    () => true,
    () => false,
  )
