import { glob, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { type ConsoleManifest, ENCODINGS, MANIFEST_FILE } from '../serve/console-manifest.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
}

class UnknownFileError extends Error {
  override name = 'UnknownFileError'
}

/** Writes each file beside itself in the forms that browsers take, and the manifest of them all. */
export async function packFiles(directory: string, stamp: string): Promise<void> {
  const files: ConsoleManifest['files'] = {}
  for await (const name of glob('assets/*', { cwd: directory })) {
    const type = TYPES[extname(name)]
    if (type === undefined) throw new UnknownFileError(`There is no media type for ${name}.`)
    files[name] = type
    await pack(join(directory, name))
  }
  const manifest: ConsoleManifest = { stamp, files }
  await writeFile(join(directory, MANIFEST_FILE), JSON.stringify(manifest))
}

async function pack(path: string): Promise<void> {
  const bytes = await readFile(path)
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${path}${ENCODINGS.br}`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${path}${ENCODINGS.gzip}`, await promisify(gzip)(bytes, { level: 9 }))
}
