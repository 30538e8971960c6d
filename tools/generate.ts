// Writes what is derived from the code: the settings in the README, in `.env.example`, in `docker-compose.yml` and in the
// chart's values and their schema, and `docs/errors.md`; and from the files of results: `docs/performance.md` and
// `docs/reliability.md`.
// With --check it writes nothing and fails on a difference.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readBenchmarkRecords, readHistory } from '@sluice/bench/results'
import { errorCatalogue, errorHelp } from '@sluice/contracts'
import { readRunRecords } from '@sluice/faults/results'
import { ROWS } from '@sluice/faults/rows'
import { performancePage } from './pages/performance-page.ts'
import { reliabilityPage } from './pages/reliability-page.ts'
import { composeWithSettings, schemaWithSettings, valuesWithSettings } from './settings/deployed-settings.ts'
import { everySetting } from './settings/every-setting.ts'
import { environmentExample, readmeWithSettings } from './settings/settings-pages.ts'

type Generated = { file: string; text: string }

const rewritten = (file: string, rewrite: (text: string) => string): Generated => ({
  file,
  text: rewrite(readFileSync(file, 'utf8')),
})

/** What an operator reads of the settings, and what hands them to the services. */
const settingsTexts = (): Generated[] => [
  rewritten('README.md', text => readmeWithSettings(text, everySetting)),
  { file: '.env.example', text: environmentExample(everySetting) },
  rewritten('docker-compose.yml', composeWithSettings),
  rewritten('deploy/helm/sluice/values.yaml', valuesWithSettings),
  rewritten('deploy/helm/sluice/values.schema.json', schemaWithSettings),
]

function errorPage(): Generated {
  const help = new Map(Object.entries(errorHelp))
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, title, isRetriable }]) =>
      `| \`${code}\` | ${status} | ${title} | ${help.get(code) ?? ''} | ${isRetriable ? 'yes' : 'no'} |`,
  )
  const text = [
    '# Errors',
    '',
    'Every error answer is a problem document (RFC 9457, `application/problem+json`) with one of these codes in `code`.',
    'GraphQL answers carry the same code under `extensions.code`. "Again" says whether the same request may succeed later;',
    'such answers come with `Retry-After`. Quote `requestId` when you report one: the log has it. A running Sluice shows this',
    'page at `/docs/errors`, where the `type` of each error points to.',
    '',
    '| code | status | title | what to do | again |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
  return { file: 'docs/errors.md', text }
}

const BENCH_RESULTS = 'bench/results'

const performance = (): Generated => ({
  file: 'docs/performance.md',
  text: performancePage({ records: readBenchmarkRecords(BENCH_RESULTS), history: readHistory(BENCH_RESULTS) }),
})

const reliability = (): Generated => ({
  file: 'docs/reliability.md',
  text: reliabilityPage({ rows: ROWS, records: readRunRecords('faults/results') }),
})

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const stale = [...settingsTexts(), errorPage(), performance(), reliability()].filter(
  ({ file, text }) => readOrEmpty(file) !== text,
)
for (const { file, text } of stale) {
  if (values.check) console.error(`${file} is not what the code or the results say. Run: npm run generate`)
  else writeFileSync(file, text)
}
process.exitCode = values.check && stale.length > 0 ? 1 : 0
