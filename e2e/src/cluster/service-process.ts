import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startLocalProcess } from '@sluice/testkit/backends'

export type ServiceName = 'gateway' | 'data' | 'graphql-apps' | 'keys' | 'webhook-dispatcher'

export type ServiceProcess = {
  /** As its folder of logs is called: the service, and a number where there are several. */
  label: string
  service: ServiceName
  url: string
  adminUrl: string
  pid(): number
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Ends it as a shutdown does. @returns its exit code; undefined when it had to be killed */
  terminate(): Promise<number | undefined>
  /** Starts it again where it was, after it has ended. Resolves when it is ready. */
  start(): Promise<void>
  freeze(): void
  thaw(): void
}

export type ServiceOptions = {
  label: string
  service: ServiceName
  ports: { port: number; adminPort: number }
  settings: Readonly<Record<string, string>>
  /** Gets a folder called as the label, with the logs. */
  folder: string
}

const fromRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const READY_WITHIN_MS = 60_000
/** What `runService` takes at most, and a little. */
const STOP_WITHIN_MS = 30_000

/** The command line of a service, as `npm run start -w services/<name>` has it. */
export const commandOf = (service: ServiceName): string[] => [
  process.execPath,
  '--max-semi-space-size=8',
  fromRepository('packages/cluster/bin/start-service.js'),
  fromRepository(`services/${service}/src/main.ts`),
]

/** Starts one service as a process of its own and waits until it is ready. It ends with this process. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { label, service, ports, settings } = options
  const folder = join(options.folder, label)
  await mkdir(folder, { recursive: true })
  const [command = '', ...args] = commandOf(service)
  const env = { ...settings, HOST: '127.0.0.1', PORT: String(ports.port), ADMIN_PORT: String(ports.adminPort) }
  const running = await startLocalProcess({
    command,
    args,
    folder,
    env,
    ready: /"msg":"service\.ready"/,
    readyWithinMs: READY_WITHIN_MS,
  })
  return {
    label,
    service,
    url: `http://127.0.0.1:${ports.port}`,
    adminUrl: `http://127.0.0.1:${ports.adminPort}`,
    pid: running.pid,
    kill: running.kill,
    terminate: () => running.terminate(STOP_WITHIN_MS),
    start: () => running.start(),
    freeze: running.freeze,
    thaw: running.thaw,
  }
}
