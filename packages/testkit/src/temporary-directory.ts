import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new, empty folder; the system clears it away. */
export const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'sluice-test-'))
