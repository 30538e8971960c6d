import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleManifest, ENCODINGS, type FileEncoding, INDEX_FILE, MANIFEST_FILE } from './console-manifest.ts'

type ConsoleFile = { type: string; bytes: Buffer }

/** The files of one build. They are read when they are asked for, and not kept. */
export type ConsoleFiles = {
  /** The page, with marks where a nonce and the look of the installation go. */
  page: string
  /** @returns undefined where the build has no file of this name @throws what the file system throws */
  read(name: string, encoding: FileEncoding): Promise<ConsoleFile | undefined>
}

/** @returns undefined where the folder holds no build, or one with another stamp */
export async function openConsoleFiles(directory: string, stamp: string): Promise<ConsoleFiles | undefined> {
  const text = await readFile(join(directory, MANIFEST_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const manifest = consoleManifest.safeParse(parse(text)).data
  if (manifest?.stamp !== stamp) return undefined
  const types = new Map(Object.entries(manifest.files))
  const page = await readFile(join(directory, INDEX_FILE), 'utf8')
  return {
    page,
    async read(name, encoding) {
      const type = types.get(name)
      if (type === undefined) return undefined
      return { type, bytes: await readFile(join(directory, `${name}${ENCODINGS[encoding]}`)) }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
