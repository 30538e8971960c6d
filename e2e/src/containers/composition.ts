import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eventually } from '@sluice/testkit'
import { environment } from '@sluice/testkit/backends'
import { docker, run } from './docker.ts'
import type { Engine } from './find-engine.ts'

export type ContainerComposition = {
  /** The containers of a service, in order. */
  containersOf(service: string): Promise<string[]>
  /** What all of them have logged. */
  logs(): Promise<string>
  /** All of them in order of dependence. @returns whether each ended as it should */
  stop(): Promise<boolean>
  /** Removes the containers, networks and volumes. It happens as well when this process is killed. */
  remove(): Promise<void>
}

const fromRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const IMAGE = 'sluice:e2e'
const STATE = '{{.Label "com.docker.compose.service"}} {{.Status}}'
/** They may end by the signal that stops them. */
const BACKENDS = /^(mongodb|kafka|redis)/
const HEALTHY_WITHIN_MS = 180_000
const LONGEST_LOG = 10_000

/** Carries what the containers said. */
class UnhealthyError extends Error {
  override name = 'UnhealthyError'
}

/** Builds the image that is shipped, and starts the composition from nothing. Resolves when every container is healthy. */
export async function startComposition(
  engine: Engine,
  project: string,
  settings: Readonly<Record<string, string>>,
): Promise<ContainerComposition> {
  await buildImage(engine)
  const overlays = [
    'e2e/src/containers/compose.yml',
    ...(engine.areStandIns ? ['deploy/docker/local-images/compose.yml'] : []),
  ]
  const files = ['docker-compose.yml', ...overlays].flatMap(file => ['--file', fromRepository(file)])
  const compose = [...engine.compose, '--project-name', project, ...files]
  const variables = { ...OWN_BACKENDS, ...engine.images, ...settings, SLUICE_IMAGE: IMAGE }
  const remove = removeAtTheEnd([...compose, 'down', '--volumes', '--timeout', '0'], variables)
  const startedAt = performance.now()
  try {
    await run([...compose, 'up', '--detach', '--no-build'], variables)
    await eventually(async () => (await listIll(project)).length === 0, {
      timeoutMs: HEALTHY_WITHIN_MS,
      what: 'that all containers are healthy',
    })
  } catch (error) {
    const logs = await run([...compose, 'logs', '--no-color', '--tail', '10'], variables)
    await remove()
    throw new UnhealthyError(`${error instanceof Error ? error.message : error}\n${logs.slice(-LONGEST_LOG)}`)
  }
  await report(engine, performance.now() - startedAt)
  return {
    containersOf: service => list(project, '{{.ID}}', `service=${service}`),
    logs: () => run([...compose, 'logs', '--no-color'], variables),
    async stop() {
      await run([...compose, 'stop'], variables)
      const states = await list(project, STATE)
      return states.every(state => BACKENDS.test(state) || state.includes('Exited (0)'))
    },
    remove,
  }
}

/** What an operator waits for and keeps, beside the report of the tests. */
async function report({ images }: Engine, healthyAfterMs: number): Promise<void> {
  const whole = await sizeOf(IMAGE)
  const base = await sizeOf(images.BASE_IMAGE)
  const sizes = `image ${megabytes(whole)} MB, without its base ${megabytes(whole - base)} MB`
  process.stderr.write(`Containers: healthy after ${(healthyAfterMs / 1000).toFixed(1)} s; ${sizes}\n`)
}

const sizeOf = async (image: string) => Number(await docker('image', 'inspect', '--format', '{{.Size}}', image))
const megabytes = (bytes: number) => Math.round(bytes / 1e6)

// What the environment of a test run says of backends is for tests on this machine, not for containers.
const OWN_BACKENDS = { MONGODB_URI: '', KAFKA_BROKERS: '', REDIS_URL: '', CLUSTER_PREFIX: '' }

async function list(project: string, format: string, ...labels: readonly string[]): Promise<string[]> {
  const filters = [`project=${project}`, ...labels].flatMap(one => ['--filter', `label=com.docker.compose.${one}`])
  const lines = await docker('ps', '--all', '--format', format, ...filters)
  return lines.split('\n').filter(Boolean)
}

/** Neither healthy nor, as a task that is done, ended in order. */
const listIll = async (project: string): Promise<string[]> =>
  (await list(project, STATE)).filter(state => !/\(healthy\)|Exited \(0\)/.test(state))

/**
 * Builds the image. deploy/README.md says what is set where the registry of packages is another one, or speaks through
 * a proxy.
 */
async function buildImage({ images }: Engine): Promise<void> {
  const { NPM_CONFIG_USERCONFIG: npmrc, NODE_EXTRA_CA_CERTS: certificates } = environment()
  const secrets = Object.entries({ npmrc, certificates }).flatMap(([id, file]) =>
    file ? ['--secret', `id=${id},src=${file}`] : [],
  )
  const from = ['--file', fromRepository('deploy/docker/Dockerfile'), '--build-arg', `BASE_IMAGE=${images.BASE_IMAGE}`]
  await run(['docker', 'build', '--quiet', ...from, ...secrets, '--tag', IMAGE, fromRepository('.')], {
    DOCKER_BUILDKIT: '1',
  })
}

/** A shell waits for the end of a pipe that only this process holds, so that it also sees a SIGKILL of this process. */
function removeAtTheEnd(down: readonly string[], variables: Readonly<Record<string, string>>): () => Promise<void> {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; exec "$@"', 'sh', ...down], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { ...environment(), ...variables },
  })
  const ended = once(guard, 'exit')
  return async () => {
    guard.stdin.end()
    await ended
  }
}
