import { createHash } from 'node:crypto'
import { lines, type PlantedFault, ROOM } from './fault.ts'
import { IMPORT_FAULTS } from './import-faults.ts'
import { LINT_FAULTS } from './lint-faults.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const twin = (name: string) =>
  `export function ${name}(values: number[]) {\n${lines(40, index => `  if (values[${index}] === ${index}) return ${index} * 2`)}\n  return 0\n}\n`
const PLANTED_TYPE = 'export type PlantedTwice = { planted: true }\n'
const LARGE_ROOM = 'packages/json/src/planted'
const PAGE = 'services/keys/planted-page.md'
const LINKING_PAGE = 'services/keys/planted-link.md'

const codeFaults: readonly PlantedFault[] = [
  {
    what: 'a type error',
    check: 'check:types',
    plantings: [{ file: `${ROOM}/type-error.ts`, text: "export const planted: number = 'x'\n" }],
    finding: [`${ROOM}/type-error.ts`, 'TS2322'],
  },
  {
    what: 'a file that is not formatted',
    check: 'check:format',
    plantings: [{ file: `${ROOM}/unformatted.ts`, text: 'export const planted = "x";\n' }],
    finding: [`${ROOM}/unformatted.ts`, ' format '],
  },
  {
    what: 'an assertion that a value is there',
    check: 'check:format',
    plantings: [{ file: `${ROOM}/non-null.ts`, text: 'export const planted = (text?: string): string => text!\n' }],
    finding: [`${ROOM}/non-null.ts`, 'lint/style/noNonNullAssertion'],
  },
  {
    what: 'a file that nobody imports',
    check: 'check:unused',
    plantings: [{ file: `${ROOM}/alone.ts`, text: 'export const planted = 1\n' }],
    finding: [`${ROOM}/alone.ts`],
  },
  {
    what: 'an unused export',
    check: 'check:unused',
    plantings: [
      { file: 'tools/pages/planted-exports.ts', text: 'export const used = 0\nexport const plantedUnused = 1\n' },
      {
        file: 'tools/planted-tool.ts',
        text: "import { used } from './pages/planted-exports.ts'\n\nprocess.exitCode = used\n",
      },
    ],
    finding: ['plantedUnused', 'tools/pages/planted-exports.ts'],
  },
  {
    what: 'a copy',
    check: 'check:duplication',
    plantings: [{ file: 'packages/documents/src/planted-copy.ts', text: lines(8, index => twin(`planted${index}`)) }],
    finding: ['too many duplicates'],
  },
  {
    what: 'a setting that the README does not name',
    check: 'check:generated',
    plantings: [{ file: 'README.md', from: '`SPOOL_FULL`', to: '`SPOOL`' }],
    finding: ['README.md is not what the code or the results say'],
  },
  {
    what: 'a route that is not as the SDK has it',
    check: 'check:generated',
    plantings: [
      {
        file: 'services/keys/src/routes/show-key-usage.ts',
        from: 'Say how often an API key was used, by day',
        to: 'Say how often an API key was used, by week',
      },
    ],
    finding: ['packages/sdk/src/api.ts is not what the code or the results say'],
  },
]

const houseRuleFaults: readonly PlantedFault[] = [
  {
    what: 'a circle of folders beside each other',
    check: 'house rules',
    plantings: [
      { file: `${ROOM}/circle.ts`, text: "export type { KeyAnswer } from '../../routes/key-answer.ts'\n" },
      {
        file: 'services/keys/src/routes/planted-circle.ts',
        text: "export type { KeyAnswer } from '../domain/planted/circle.ts'\n",
      },
    ],
    finding: ['tools/folder-circles.spec.ts', `${ROOM}/circle.ts -> services/keys/src/routes`],
  },
  {
    what: 'a folder of 21 sources',
    check: 'house rules',
    plantings: numbers(21).map(index => ({
      file: `${LARGE_ROOM}/source-${index}.ts`,
      text: `export const planted = ${index}\n`,
    })),
    finding: ['tools/architecture.spec.ts', `${LARGE_ROOM}: 21`],
  },
  {
    what: 'a second exported type of one name',
    check: 'house rules',
    plantings: [
      { file: 'packages/json/src/planted-type.ts', text: PLANTED_TYPE },
      { file: `${ROOM}/type.ts`, text: PLANTED_TYPE },
    ],
    finding: ['tools/type-names.spec.ts', `PlantedTwice: packages/json/src/planted-type.ts, ${ROOM}/type.ts`],
  },
  {
    what: 'a type that is named for its role',
    check: 'house rules',
    plantings: [
      {
        file: `${ROOM}/role.ts`,
        text: 'type Needs = { planted: true }\nexport const planted: Needs = { planted: true }\n',
      },
    ],
    finding: ['tools/type-names.spec.ts', `Needs: ${ROOM}/role.ts`],
  },
  {
    what: 'an exported type that is named for a moment',
    check: 'house rules',
    plantings: [{ file: `${ROOM}/moment.ts`, text: 'export type Planted = { planted: true }\n' }],
    finding: ['tools/type-names.spec.ts', `Planted: ${ROOM}/moment.ts`],
  },
  {
    what: 'a page that names a file that is not there',
    check: 'house rules',
    plantings: [{ file: PAGE, text: 'It stands in `src/no-such-file.ts`.\n' }],
    finding: ['tools/architecture.spec.ts', `names only files that exist: ${PAGE}`],
  },
  {
    what: 'a link that leads nowhere',
    check: 'house rules',
    plantings: [{ file: LINKING_PAGE, text: 'See [there](no-such-page.md).\n' }],
    finding: ['tools/architecture.spec.ts', `leads to a page and heading that exist: ${LINKING_PAGE}`],
  },
]

const propertyFaults: readonly PlantedFault[] = [
  {
    what: 'a body that a permission reads by another parser than the service',
    check: 'properties',
    plantings: [
      {
        file: 'services/gateway/src/exchange/arrive/read-held-body.ts',
        from: "form === 'document' ? parseDocumentJson(bytes) : parseJson(bytes)",
        to: 'parseJson(bytes)',
      },
    ],
    finding: ['services/standalone/test/one-view-of-bodies.int.spec.ts', 'Property failed'],
  },
  {
    what: 'a resource that shows more than its permission lets through',
    check: 'properties',
    plantings: [
      {
        file: 'services/graphql-apps/src/routes/list-apps.ts',
        from: 'filter: applyReadRules(asked.filter, rules)',
        to: 'filter: asked.filter',
      },
    ],
    finding: ['e2e/src/rules/narrowed-reads.int.spec.ts', 'Property failed'],
  },
  {
    what: 'a second path to a document',
    check: 'properties',
    plantings: [
      {
        file: 'packages/documents/src/document-id.ts',
        from: 'formatSegment(id, naming) === undefined && ',
        to: '',
      },
    ],
    finding: ['services/data/test/document-paths.int.spec.ts', 'Property failed'],
  },
  {
    what: 'an answer that is not as it is described',
    check: 'properties',
    plantings: [
      {
        file: 'services/keys/src/routes/show-key-policy.ts',
        from: 'maxKeysPerUser: z.int()',
        to: 'maxKeysPerUser: z.string()',
      },
    ],
    finding: ['show-key-policy.int.spec.ts', 'is not what the description of GET /keys/policy says'],
  },
]

/** Text that gzip makes hardly smaller: the digests of numbers. */
const denseText = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 32) }, (_, at) =>
    createHash('sha256').update(String(at)).digest('base64'),
  ).join('')

const consoleFaults: readonly PlantedFault[] = [
  {
    what: 'a page of the console that is 10 kB too large',
    check: 'check:console',
    plantings: [
      {
        file: 'packages/console/src/pages/settings/settings-page.tsx',
        from: '<PageHead title="Settings" />',
        to: `<PageHead title="Settings" say="${denseText(36_000)}" />`,
      },
    ],
    finding: ['settings-page', 'its budget is 30000'],
  },
]

export const FAULTS: readonly PlantedFault[] = [
  ...IMPORT_FAULTS,
  ...LINT_FAULTS,
  ...codeFaults,
  ...houseRuleFaults,
  ...propertyFaults,
  ...consoleFaults,
]
