import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The workspaces are linked into this scope by relative paths. */
const OWN_SCOPE = '@sluice'

/** Copies what git has, or would add, into an empty folder. Packages are linked, so that nothing is installed. */
export function copyTree(root: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter(path => path !== '' && existsSync(path))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(file, join(root, file))
  }
  linkPackages(root)
  // Some checks ask git which files there are.
  execFileSync('git', ['init', '--quiet', root])
}

function linkPackages(root: string): void {
  for (const folder of ['node_modules', ...globSync(['{packages,services}/*/node_modules', 'tools/node_modules'])]) {
    mkdirSync(join(root, folder))
    for (const name of readdirSync(folder).filter(entry => entry !== OWN_SCOPE)) {
      symlinkSync(resolve(folder, name), join(root, folder, name))
    }
  }
  const scope = join('node_modules', OWN_SCOPE)
  cpSync(scope, join(root, scope), { recursive: true, verbatimSymlinks: true })
}
