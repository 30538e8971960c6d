import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '../temporary-directory.ts'
import { findFreePorts } from './free-ports.ts'
import { startLocalProcess } from './local-process.ts'

/** @param port on which it is to listen */
type ServerLines = (port: number) => readonly string[]

type RedisServerOptions = {
  /** The program. */
  command: string
  /** Lines of its file. Default: those of a server that keeps nothing. */
  lines?: ServerLines
  isSentinel?: boolean
}

/** A server of Redis, or of what speaks like it, that is set up as a test wants it. */
export async function startRedisServer({ command, lines = keepingNothing, isSentinel = false }: RedisServerOptions) {
  const folder = join(await temporaryDirectory(), 'redis')
  await mkdir(folder)
  const [port = 0] = await findFreePorts(1)
  const file = join(folder, 'redis.conf')
  await writeFile(file, ['bind 127.0.0.1', `dir ${folder}`, ...lines(port)].join('\n'))
  const args = isSentinel ? [file, '--sentinel'] : [file]
  const ready = isSentinel ? /\+monitor/ : /Ready to accept connections/
  const server = await startLocalProcess({ command, args, folder, ready })
  return { port, kill: () => server.kill() }
}

export const keepingNothing: ServerLines = port => [`port ${port}`, 'save ""', 'appendonly no']

/** The rights of a user of Redis that is Sluice's alone, for names that begin with `sluice.`: docs/reference/requirements.md. */
export const REDIS_RIGHTS =
  'resetkeys ~sluice.* resetchannels &sluice.* -@all +ping +info +publish +subscribe +unsubscribe +eval +evalsha +set +incrby +pttl'
