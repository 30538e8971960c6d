import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCommandLine, PROGRAM_FILES } from './bundle.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGE = join(ROOT, 'packages/cli')
const NOTICES = 'THIRD-PARTY.txt'

/**
 * Packs what is published of the command line, as the registry gets it: the bundled program, without dependencies. It is
 * built apart, so that two who build at once do not meet.
 * @param destination the folder of the archive
 * @returns the archive's path
 */
export async function packCommandLine(destination: string): Promise<string> {
  const folder = join(ROOT, `.cache/cli-${process.pid}`)
  try {
    const sources = await bundleCommandLine(folder)
    copyFileSync(join(PACKAGE, 'README.md'), join(folder, 'README.md'))
    copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
    writeFileSync(join(folder, NOTICES), noticesOf(sources))
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`)
    const args = ['pack', `./${relative(ROOT, folder)}`, '--pack-destination', destination, '--silent']
    return join(destination, execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }).trim())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In the workspace the package leads to its sources; what is published has a program, and depends on nothing. */
function publishedManifest(): object {
  const { name, version, description, license, engines } = JSON.parse(
    readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { sluice: PROGRAM_FILES[0] },
    files: [...PROGRAM_FILES, NOTICES],
    publishConfig: { access: 'public' },
  }
}

/** The licences of the packages that are bundled. @param sources paths of files */
function noticesOf(sources: readonly string[]): string {
  const folders = sources.map(source => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0])
  const packages = [...new Set(folders.filter(folder => folder !== undefined))].toSorted()
  return packages.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`)
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = globSync(join(folder, '{LICENSE,LICENCE,license,licence}*')).map(file => readFileSync(file, 'utf8'))
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n').trimEnd()}\n`
}
