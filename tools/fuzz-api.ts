// `npm run fuzz`: sends what Schemathesis makes of the whole description of the API to a standalone Sluice of each tier with
// its demo: as nobody, as a key and a user with one narrowed permission, as the owner. It fails on an answer of 500 and
// above, and on one that is not described: its status, media type, headers or schema. Prints how many requests there were.
// `-- --examples 50`: more of them; `-- --seed 7`: the same ones again; `-- --tier shared --caller "the owner"`: these alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SluiceProcess, startSluice } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { readArguments } from '@sluice/testkit/arguments'
import { provideWheel } from '@sluice/testkit/backends'
import { type FuzzCaller, makeCallers } from './fuzz/callers.ts'
import { fuzzerConfig } from './fuzz/fuzzer-config.ts'
import { collectKnownValues, type KnownValues } from './fuzz/known-values.ts'

const FUZZER = 'schemathesis==4.32.5'
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

const USAGE = 'usage: npm run fuzz [-- [--examples=<number>] [--seed=<number>] [--tier=<name>] [--caller=<name>]]'
const { values } = readArguments(USAGE, {
  options: {
    examples: { type: 'string', default: '10' },
    seed: { type: 'string', default: '' },
    tier: { type: 'string', default: '' },
    caller: { type: 'string', default: '' },
  },
})

/** What stands before collections in the paths of each tier. */
const ROOTS = { shared: '', dedicated: '/sluice' } as const
type FuzzedTier = keyof typeof ROOTS

type InstalledFuzzer = { python: string; folder: string }
type FuzzScene = { fuzzer: InstalledFuzzer; sluice: SluiceProcess; known: KnownValues }

/** @returns the exit code of Schemathesis */
async function fuzz(caller: FuzzCaller, { fuzzer, sluice, known }: FuzzScene): Promise<number> {
  const cwd = await temporaryDirectory()
  const config = join(cwd, 'schemathesis.toml')
  await writeFile(config, fuzzerConfig(known, caller.leftOut))
  const description = join(cwd, 'openapi.json')
  await writeFile(description, withoutTakenNames(await (await fetch(`${sluice.url}/openapi.json`)).text()))
  const options = [
    ['--checks', CHECKS.join()],
    ['--url', sluice.url],
    ['--phases', 'coverage,fuzzing'],
    ['--max-examples', values.examples],
    ['--request-timeout', '30'],
    // Two threads of one Python share a counter of its parser, and end an operation now and then with "recursion depth mismatch".
    ['--workers', '1'],
    ['--suppress-health-check', 'all'],
    ['--warnings', 'off'],
    ...(values.seed ? [['--seed', values.seed]] : []),
    caller.options,
  ].flat()
  const program = join(fuzzer.folder, 'bin', 'schemathesis')
  const args = [program, '--config-file', config, 'run', description, '--continue-on-failure', ...options]
  const child = spawn(fuzzer.python, args, {
    cwd,
    env: { ...process.env, PYTHONPATH: fuzzer.folder },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return Number(code ?? 1)
}

/** A name that is taken leads to another operation, by whose description its answer would not be judged. */
const withoutTakenNames = (description: string): string =>
  JSON.stringify(JSON.parse(description), (key, value) => (key === 'not' ? undefined : value))

/** @returns whether nobody has found anything */
async function fuzzTier(tier: FuzzedTier, fuzzer: InstalledFuzzer): Promise<boolean> {
  const settings = { DATA_DIR: await temporaryDirectory(), SLUICE_DEMO: '1', LOG_LEVEL: 'warn', TIER: tier }
  const sluice = await startSluice(settings)
  let isSound = true
  try {
    const known = await collectKnownValues(sluice, ROOTS[tier])
    for (const caller of await makeCallers(sluice, ROOTS[tier])) {
      if (values.caller !== '' && values.caller !== caller.name) continue
      console.log(`\n# The ${tier} tier, as ${caller.name}`)
      if ((await fuzz(caller, { fuzzer, sluice, known })) !== 0) isSound = false
    }
  } finally {
    await sluice.kill()
  }
  return isSound
}

const provided = await provideWheel(FUZZER)
if (provided === undefined) {
  console.log('NOT FUZZED: there is no Python to install Schemathesis with.')
  process.exitCode = 1
} else {
  const tiers = (['shared', 'dedicated'] as const).filter(tier => values.tier === '' || values.tier === tier)
  for (const tier of tiers) if (!(await fuzzTier(tier, provided))) process.exitCode = 1
}
