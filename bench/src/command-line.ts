import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSluice } from '@sluice/e2e'
import { type Figure, figureOfRounds } from './figure.ts'

const ROUNDS = 10
const BUILD = join(import.meta.dirname, '../../packages/cli/build/build-cli.ts')

/** What one runs, and the longest time in ms that it may take. */
const ORDERS = [
  { words: ['--help'], bar: '≤ 80' },
  { words: ['whoami'], bar: '≤ 200' },
] as const

/** How long the command line takes from its start to its end, as it is published, against a standalone Sluice on this machine. */
export async function measureCommandLine(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  execFileSync(process.execPath, [BUILD, folder])
  const sluice = await startSluice({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', SLUICE_DEMO: '0' })
  try {
    const password = join(folder, 'password')
    await writeFile(password, sluice.ownerPassword, { mode: 0o600 })
    const environment = {
      XDG_CONFIG_HOME: folder,
      // The compile cache of one who has run it before.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      SLUICE_URL: sluice.url,
      SLUICE_USER: 'admin',
      SLUICE_PASSWORD_FILE: password,
    }
    const run = (words: readonly string[]): number => {
      const startedAt = performance.now()
      execFileSync(process.execPath, [join(folder, 'sluice.js'), ...words], { cwd: folder, env: environment })
      return performance.now() - startedAt
    }
    return ORDERS.map(({ words, bar }) => {
      run(words)
      const rounds = Array.from({ length: ROUNDS }, () => run(words))
      return figureOfRounds(rounds, { name: `sluice ${words.join(' ')}, start to end`, unit: 'ms', bar })
    })
  } finally {
    await sluice.interrupt()
    await rm(folder, { recursive: true })
  }
}
