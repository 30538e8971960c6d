// `npm run fuzz`: sends what Schemathesis makes of the whole description of the API to a standalone Sluice with its demo, as
// the owner. It fails on an answer of 500 and above, and on one that is not described: its status, media type, headers or
// schema. Prints how many requests there were. `-- --examples 50`: more of them; `-- --seed 7`: the same ones again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type SluiceProcess, startSluice } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { provideWheel } from '@sluice/testkit/backends'
import { fuzzerConfig } from './fuzz/fuzzer-config.ts'
import { collectKnownValues } from './fuzz/known-values.ts'

const FUZZER = 'schemathesis==4.32.5'
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

const { values } = parseArgs({
  options: { examples: { type: 'string', default: '10' }, seed: { type: 'string', default: '' } },
})

/** @returns the exit code of Schemathesis */
async function fuzz(sluice: SluiceProcess, { python, folder }: { python: string; folder: string }): Promise<number> {
  const cwd = await temporaryDirectory()
  const config = join(cwd, 'schemathesis.toml')
  await writeFile(config, fuzzerConfig(await collectKnownValues(sluice)))
  const description = join(cwd, 'openapi.json')
  await writeFile(description, withoutTakenNames(await (await fetch(`${sluice.url}/openapi.json`)).text()))
  const options = [
    ['--auth', `admin:${sluice.ownerPassword}`],
    ['--checks', CHECKS.join()],
    ['--url', sluice.url],
    ['--phases', 'coverage,fuzzing'],
    ['--max-examples', values.examples],
    ['--request-timeout', '30'],
    ['--workers', '2'],
    ['--suppress-health-check', 'all'],
    ['--warnings', 'off'],
    ...(values.seed ? [['--seed', values.seed]] : []),
  ].flat()
  const program = join(folder, 'bin', 'schemathesis')
  const args = [program, '--config-file', config, 'run', description, '--continue-on-failure', ...options]
  const child = spawn(python, args, { cwd, env: { ...process.env, PYTHONPATH: folder }, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return Number(code ?? 1)
}

/** A name that is taken leads to another operation, by whose description its answer would not be judged. */
const withoutTakenNames = (description: string): string =>
  JSON.stringify(JSON.parse(description), (key, value) => (key === 'not' ? undefined : value))

const provided = await provideWheel(FUZZER)
if (provided === undefined) {
  console.log('NOT FUZZED: there is no Python to install Schemathesis with.')
  process.exitCode = 1
} else {
  const sluice = await startSluice({ DATA_DIR: await temporaryDirectory(), SLUICE_DEMO: '1', LOG_LEVEL: 'warn' })
  try {
    process.exitCode = await fuzz(sluice, provided)
  } finally {
    await sluice.kill()
  }
}
