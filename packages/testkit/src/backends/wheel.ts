import { access, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { findExecutable } from './executable.ts'
import { runInstaller, succeeds } from './install.ts'
import { inCache, removeFolder } from './own-folder.ts'

/**
 * A package of PyPI with its own folder in the cache. Two that install at once do so apart, and the first gives it its name.
 * @returns undefined when there is no Python to install it with
 */
export async function provideWheel(wheel: string): Promise<{ python: string; folder: string } | undefined> {
  const folder = join(await inCache('wheels'), wheel)
  const python = await providePython()
  if (!python) return undefined
  if (await isThere(folder)) return { python, folder }
  const fetched = `${folder}.${process.pid}`
  const args = ['-m', 'pip', 'install', '-q', '--target', fetched, wheel]
  if (!(await runInstaller({ what: wheel, command: python, args }))) return undefined
  await rename(fetched, folder).catch(() => removeFolder(fetched))
  return { python, folder }
}

/** Debian's Python comes without pip. */
async function providePython(): Promise<string | undefined> {
  const python = await findExecutable('python3')
  if (python && (await succeeds(python, ['-m', 'pip', '--version']))) return python
  const apt = await findExecutable('apt-get')
  if (!apt || process.getuid?.() !== 0) return undefined
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'python3-pip']
  return (await runInstaller({ what: 'python3-pip', command: apt, args })) ? findExecutable('python3') : undefined
}

const isThere = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => true,
    () => false,
  )
