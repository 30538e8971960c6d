import { readFile } from 'node:fs/promises'
import { usageError } from './cli-error.ts'

/** The most that is read of a file or of standard input. */
const MOST_BYTES = 16 * 2 ** 20

/** @param source a file, or `-` for standard input. @throws CliError */
export async function readInput(source: string): Promise<string> {
  return source === '-' ? readStandardInput() : readTextFile(source)
}

/** @returns the value of a JSON text, of a file or of standard input. @throws CliError */
export async function readJsonInput(source: string): Promise<unknown> {
  try {
    return JSON.parse(await readInput(source))
  } catch (error) {
    throw error instanceof SyntaxError ? usageError(`${source === '-' ? 'Standard input' : source} is no JSON.`) : error
  }
}

/** @throws CliError where it can't be read, or is too large */
export async function readTextFile(file: string): Promise<string> {
  try {
    const bytes = await readFile(file)
    if (bytes.byteLength > MOST_BYTES) throw usageError(`${file} is larger than 16 MiB.`)
    return decode(bytes, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw usageError(`${file} can't be read (${String(error.code)}).`)
    throw error
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    const part = Buffer.from(chunk)
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw usageError('Standard input is longer than 16 MiB.')
    chunks.push(part)
  }
  return decode(Buffer.concat(chunks), 'Standard input')
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usageError(`${name} is no UTF-8.`)
  }
}
