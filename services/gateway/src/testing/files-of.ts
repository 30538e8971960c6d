import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SelfSigned, temporaryDirectory } from '@sluice/testkit'

/** A certificate and its key as files, as the settings of TLS name them. */
export async function filesOf({ cert, key }: SelfSigned) {
  const folder = await temporaryDirectory()
  const files = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  await writeFile(files.cert, cert)
  await writeFile(files.key, key)
  return files
}
