import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const SOURCE = 'packages/sdk'
/** The folder that is published. It is no part of the workspace, whose checks would read each file twice. */
export const PACKAGE = '.cache/sdk'

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
})

/**
 * Builds what is published of the SDK, by the compiler alone: `lib` is what programs import, `src` what their editors show.
 * It is compiled against the types of browsers, so that what only Node.js has does not compile.
 */
export function buildSdkPackage(): void {
  rmSync(PACKAGE, { recursive: true, force: true })
  cpSync(join(SOURCE, 'src'), join(PACKAGE, 'src'), {
    recursive: true,
    filter: file => !file.endsWith('.spec.ts'),
  })
  const compiler = 'node_modules/typescript7/bin/tsc'
  execFileSync(process.execPath, [compiler, '-p', join(SOURCE, 'tsconfig.build.json')], { stdio: 'inherit' })
  for (const file of [join(SOURCE, 'README.md'), 'LICENSE'])
    copyFileSync(file, join(PACKAGE, file.split('/').at(-1) ?? ''))
  const text = readFileSync(join(SOURCE, 'package.json'), 'utf8')
  writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(publishedManifest(text), null, 2)}\n`)
}

/** What stands in the workspace leads to sources; what is published leads to what was compiled. */
function publishedManifest(text: string): object {
  const { exports, ...described } = manifest.parse(JSON.parse(text))
  return {
    ...described,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(Object.entries(exports).map(([name, source]) => [name, compiledExport(source)])),
    files: ['lib', 'src'],
    publishConfig: { access: 'public' },
  }
}

function compiledExport(source: string): unknown {
  const [, path] = /^\.\/src\/(.+)\.ts$/.exec(source) ?? []
  return path === undefined ? source : { types: `./lib/${path}.d.ts`, default: `./lib/${path}.js` }
}
