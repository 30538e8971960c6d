import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const RESOLVED_BEFORE = '2026-10-01'

/**
 * Installs a peer in a folder of its own, once: what is behind it never gets into our lockfile.
 * @param wanted a package with its version
 * @returns the folder; undefined, and a line that says so, where npm can't bring it
 */
export async function installPeer(wanted: string): Promise<string | undefined> {
  const home = join(homedir(), '.cache', 'sluice', 'bench', wanted)
  const [name = ''] = wanted.split('@')
  if (existsSync(join(home, 'node_modules', name, 'package.json'))) return home
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), '{}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', `--before=${RESOLVED_BEFORE}`]
  if (spawnSync('npm', ['install', ...options, wanted], { cwd: home }).status === 0) return home
  console.log(`\n${name} is left out: npm could not install ${wanted}.`)
  return undefined
}
