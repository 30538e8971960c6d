import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setting } from './environment.ts'

/** Returns the folder of what was installed for backends; `XDG_CACHE_HOME` moves it. It is safe to delete. */
export const cacheFolder = (): string =>
  join(setting('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'sluice', 'backends')

/** A folder inside the cache, made if it is not there. */
export async function inCache(name: string): Promise<string> {
  const folder = join(cacheFolder(), name)
  await mkdir(folder, { recursive: true })
  return folder
}

/** A new folder for the data and logs of one backend. */
export const newBackendFolder = (kind: string): Promise<string> => mkdtemp(join(tmpdir(), `sluice-${kind}-`))

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })
