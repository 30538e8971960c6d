import { execFile } from 'node:child_process'
import { rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** This process may not mount anything, or has nothing to do it with. */
class NoSpoolDiskError extends Error {
  override name = 'NoSpoolDiskError'
}

/** A small disk of its own for a spool (ext4 on a file), in the hands of the rig. */
export type RigDisk = {
  /** From now on it has room for so many bytes more, or about: whole blocks. */
  fill(leftBytes: number): Promise<void>
  /** It turns read-only at once, whatever is open on it, as such a disk does by itself after an error. */
  turnReadOnly(): Promise<void>
  /** Mounts the disk as it was, once nothing is open on it: what was not synced may be lost. */
  mountAgain(): Promise<void>
  /** What is on it is gone then. */
  remove(): Promise<void>
}

const run = promisify(execFile)
const BLOCK_BYTES = 1024
const BALLAST = 'ballast'

/** @param folder where it is mounted @throws NoSpoolDiskError */
export async function createSpoolDisk(folder: string, bytes: number): Promise<RigDisk> {
  const image = `${folder}.img`
  const mount = () => run('mount', ['-o', 'loop', image, folder])
  await writeFile(image, '')
  await truncate(image, bytes)
  try {
    // No block is kept for root; a journal of the least size.
    await run('mkfs.ext4', ['-q', '-m', '0', '-b', String(BLOCK_BYTES), '-J', 'size=1', image])
    await mount()
  } catch (error) {
    await rm(image, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new NoSpoolDiskError(`A disk for a spool needs root, mkfs.ext4 and loop devices: ${reason}`)
  }
  return {
    async fill(leftBytes) {
      const { bavail } = await statfs(folder)
      await writeFile(join(folder, BALLAST), Buffer.alloc(Math.max(0, bavail * BLOCK_BYTES - leftBytes)), {
        flush: true,
      })
    },
    async turnReadOnly() {
      await run('mount', ['-o', 'remount,abort', folder])
    },
    async mountAgain() {
      await run('umount', [folder])
      await mount()
    },
    async remove() {
      await run('umount', ['-l', folder])
      await rm(image, { force: true })
    },
  }
}
