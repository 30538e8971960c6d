import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LocalProcess, startLocalProcess } from '@sluice/testkit/backends'
import { keepMetrics } from '@sluice/testkit/leftovers'

export type ServiceName = 'gateway' | 'data' | 'graphql-apps' | 'keys' | 'mcp' | 'webhook-dispatcher'

export type ServiceProcess = LocalProcess & {
  /** The name of its folder: the service, and a number where there are several. */
  label: string
  service: ServiceName
  url: string
  adminUrl: string
  /** Has `stdout.log` and `stderr.log`, and its last metrics when it was terminated. */
  folder: string
}

export type ServiceOptions = {
  label: string
  service: ServiceName
  ports: { port: number; adminPort: number }
  settings: Readonly<Record<string, string>>
  /** Gets a folder called as the label, with the logs. */
  folder: string
}

const READY_WITHIN_MS = 60_000

/** What the image tells the allocator (`deploy/docker/Dockerfile`). */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' }

/** The command line of a service, as `npm run start -w services/<name>` has it. */
export const commandOf = (service: ServiceName | 'standalone'): string[] => [
  process.execPath,
  '--max-semi-space-size=8',
  fileURLToPath(new URL('../../../services/start.js', import.meta.url)),
  service,
]

/** Starts one service as a process of its own and waits until it is ready. It ends with this process. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { label, service, ports, settings } = options
  const folder = join(options.folder, label)
  await mkdir(folder, { recursive: true })
  const [command = '', ...args] = commandOf(service)
  const env = {
    ...ALLOCATOR,
    ...settings,
    HOST: '127.0.0.1',
    PORT: String(ports.port),
    ADMIN_PORT: String(ports.adminPort),
  }
  const ready = /"msg":"service\.ready"/
  const running = await startLocalProcess({ command, args, folder, env, ready, readyWithinMs: READY_WITHIN_MS })
  const url = `http://127.0.0.1:${ports.port}`
  const adminUrl = `http://127.0.0.1:${ports.adminPort}`
  const terminate = async (withinMs?: number) => {
    if (running.isRunning()) await keepMetrics(adminUrl, folder)
    return running.terminate(withinMs)
  }
  return { ...running, terminate, label, service, folder, url, adminUrl }
}
