import { usageError } from '../cli-error.ts'

/** The longest message of a program: the server takes 256 KiB. */
const MOST_BYTES = 2 ** 20

/**
 * Splits a stream into its lines, without the empty ones.
 * @throws CliError where a line is longer than 1 MiB, or is no UTF-8
 */
export async function* readMessageLines(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of input) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = decode(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      if (line !== '') yield line
    }
    if (rest.byteLength > MOST_BYTES) throw usageError('A message on standard input is longer than 1 MiB.')
  }
  const last = decode(rest)
  if (last !== '') yield last
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    throw usageError('A message on standard input is no UTF-8.')
  }
}
