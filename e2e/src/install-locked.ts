import { createHash } from 'node:crypto'
import { copyFile, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inCache, isExecutable, runInstaller } from '@sluice/testkit/backends'

const FILES = ['package.json', 'package-lock.json', '.npmrc']

export type LockedPackages = {
  /** The folder of this suite that has the lock; in the cache they are under the same name. */
  name: string
  /** What is installed, for whoever waits for it. */
  what: string
  /** Default: as long as it takes. */
  withinMs?: number
}

/**
 * Installs packages into the cache by a lock of their own, where they are not in it: neither the project nor what ships has
 * them. Two who install at once do so apart, and the first gives the folder its name.
 * @returns the folder of the packages, which lacks what failed
 */
export async function installLocked({ name, what, withinMs }: LockedPackages): Promise<string> {
  const locked = fileURLToPath(new URL(`../${name}`, import.meta.url))
  const lock = await readFile(join(locked, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const folder = join(await inCache(name), version)
  const modules = join(folder, 'node_modules')
  if (await isExecutable(modules)) return modules
  const fetched = await inCache(join(name, `${version}.${process.pid}`))
  for (const file of FILES) await copyFile(join(locked, file), join(fetched, file))
  const args = ['ci', '--silent']
  const isInstalled = await runInstaller({ what, command: 'npm', args, folder: fetched, withinMs })
  if (!isInstalled) return join(fetched, 'node_modules')
  await rename(fetched, folder).catch(() => rm(fetched, { recursive: true, force: true }))
  return modules
}
