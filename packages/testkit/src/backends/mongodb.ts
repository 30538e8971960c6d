import { join } from 'node:path'
import type { Backend } from './backend.ts'
import { startLocalProcess } from './local-process.ts'
import { findMongoServer } from './mongodb-server.ts'
import { removeFolder } from './own-folder.ts'

/**
 * A server of the MongoDB wire protocol without Docker: one node with transactions, and every commit on disk, as an
 * acknowledged write has to survive SIGKILL.
 * @throws BackendUnavailableError when it can neither be found nor installed
 */
export async function startLocalMongo(folder: string): Promise<Backend> {
  const server = await findMongoServer()
  const args = (port: string) => [...server.args, '--port', port, '--storage-path', join(folder, 'data')]
  const running = await startLocalProcess({
    command: server.command,
    args: args('0'),
    folder,
    ready: /listening on (?:\w+:\/\/)?[\w.]+:(\d+)/,
    readyWithinMs: 60_000,
  })
  const port = running.matched()[1] ?? ''
  return {
    kind: 'mongodb',
    address: `mongodb://127.0.0.1:${port}/`,
    how: 'local',
    note: server.note,
    isSlow: server.isSlow,
    kill: () => running.kill(),
    restart: () => running.start(args(port)),
    freeze: () => running.freeze(),
    thaw: () => running.thaw(),
    stop: async () => {
      await running.kill()
      await removeFolder(folder)
    },
  }
}
