import { environment } from '@sluice/testkit/backends'
import { docker, succeeds } from './docker.ts'

/** The images bear the names that the settings of docker-compose.yml have for them. */
type Images = Readonly<Record<'BASE_IMAGE' | 'MONGODB_IMAGE' | 'KAFKA_IMAGE' | 'REDIS_IMAGE', string>>

export type Engine = {
  kind: 'found'
  /** The command of Docker Compose. */
  compose: readonly string[]
  images: Images
  /** They were built by deploy/docker/local-images. */
  areStandIns: boolean
}

type Absent = { kind: 'absent'; reason: string }

const PUBLIC: Images = {
  BASE_IMAGE: 'node:24-slim',
  MONGODB_IMAGE: 'mongo:8',
  KAFKA_IMAGE: 'apache/kafka:4.3.1',
  REDIS_IMAGE: 'redis:8',
}
const STAND_INS: Images = {
  BASE_IMAGE: 'sluice-local/node',
  MONGODB_IMAGE: 'sluice-local/mongodb',
  KAFKA_IMAGE: 'sluice-local/kafka',
  REDIS_IMAGE: 'sluice-local/redis',
}

/** Whether containers can be had here: an engine, Compose, and images; public ones are pulled where there are no others. */
export async function findEngine(): Promise<Engine | Absent> {
  if (!(await succeeds(['docker', 'version']))) return absent('no Docker engine answers')
  const compose = await findCompose()
  if (!compose) return absent('a Docker engine answers, but Docker Compose is not installed')
  if (!(await hasBuildKit())) return absent('a Docker engine answers, but docker buildx is not installed')
  const wanted = { ...PUBLIC, ...givenImages() }
  if (await areHere(wanted)) return { kind: 'found', compose, images: wanted, areStandIns: false }
  if (await areHere(STAND_INS)) return { kind: 'found', compose, images: STAND_INS, areStandIns: true }
  try {
    for (const image of Object.values(wanted)) await docker('pull', '--quiet', image)
    return { kind: 'found', compose, images: wanted, areStandIns: false }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return absent(`${reason}; deploy/docker/local-images/build.sh builds stand-ins`)
  }
}

const absent = (reason: string): Absent => ({ kind: 'absent', reason })

async function findCompose(): Promise<readonly string[] | undefined> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    if (await succeeds([...command, 'version'])) return command
  }
  return undefined
}

/** Clients before 23 bring it themselves. */
const hasBuildKit = async (): Promise<boolean> =>
  (await succeeds(['docker', 'buildx', 'version'])) ||
  Number.parseInt(await docker('version', '--format', '{{.Client.Version}}'), 10) < 23

const givenImages = (): Partial<Images> =>
  Object.fromEntries(Object.entries(environment()).filter(([name, value]) => name in PUBLIC && value))

const areHere = (images: Images): Promise<boolean> => succeeds(['docker', 'image', 'inspect', ...Object.values(images)])
