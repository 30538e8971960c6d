import { type PlantedFault, ROOM } from './fault.ts'

type ImportFault = { what: string; file: string; text: string; rule: string }

const importFaults: readonly ImportFault[] = [
  {
    what: 'an import from a service into a service',
    file: `${ROOM}/service.ts`,
    text: "export { createGateway } from '@sluice/gateway'\n",
    rule: 'no-service-to-service',
  },
  {
    what: 'an import from a service into a package',
    file: 'packages/access/src/planted-service.ts',
    text: "export { createGateway } from '@sluice/gateway'\n",
    rule: 'no-package-to-service',
  },
  {
    what: 'a package under the one that stands alone',
    file: 'packages/json/src/planted-package.ts',
    text: "export type { Store } from '@sluice/store'\n",
    rule: 'json-and-bounds-stand-alone',
  },
  {
    what: 'a package of ours in the one that is published',
    file: 'packages/sdk/src/planted-package.ts',
    text: "export type { Store } from '@sluice/store'\n",
    rule: 'sdk-stands-alone',
  },
  {
    what: 'what only Node.js has, in the SDK',
    file: 'packages/sdk/src/planted-built-in.ts',
    text: "export { readFileSync } from 'node:fs'\n",
    rule: 'sdk-stands-alone',
  },
  {
    what: 'a package of ours in the pages of the console',
    file: 'packages/console/src/planted-package.ts',
    text: "export { ERRORS } from '@sluice/contracts'\n",
    rule: 'console-pages-stand-alone',
  },
  {
    what: 'a part of the SDK that is not published',
    file: 'packages/console/src/planted-part.ts',
    text: "export { createTransport } from '../../sdk/src/http/transport.ts'\n",
    rule: 'console-pages-stand-alone',
  },
  {
    what: 'a border type that needs a package',
    file: 'packages/contracts/src/planted-package.ts',
    text: "export type { Store } from '@sluice/store'\n",
    rule: 'contracts-stand-alone',
  },
  {
    what: 'a condition that needs a package',
    file: 'packages/predicate/src/planted-package.ts',
    text: "export type { Store } from '@sluice/store'\n",
    rule: 'predicate-stands-alone',
  },
  {
    what: 'a port that knows the change log',
    file: 'packages/signals/src/planted-platform.ts',
    text: "export type { ChangeLog } from '@sluice/change-log'\n",
    rule: 'ports-below-platform',
  },
  {
    what: 'I/O in domain/',
    file: `${ROOM}/io.ts`,
    text: "import { readFileSync } from 'node:fs'\n\nexport const planted = () => readFileSync('x')\n",
    rule: 'no-io-in-domain',
  },
  {
    what: 'a cycle',
    file: `${ROOM}/cycle.ts`,
    text: "export * from './cycle.ts'\n",
    rule: 'no-cycles',
  },
  {
    what: 'a concrete adapter outside a composition root',
    file: `${ROOM}/adapter.ts`,
    text: "export { openSqliteStore } from '@sluice/store/sqlite'\n",
    rule: 'adapters-only-in-roots',
  },
  {
    what: 'the adapters of the cluster outside a composition root',
    file: `${ROOM}/cluster.ts`,
    text: "export { runClusterService } from '@sluice/cluster'\n",
    rule: 'adapters-only-in-roots',
  },
  {
    what: 'what tests share, outside of tests',
    file: `${ROOM}/testkit.ts`,
    text: "export { eventually } from '@sluice/testkit'\n",
    rule: 'testkit-in-tests-only',
  },
  {
    what: 'what the tests of a service share, in the service',
    file: 'services/mcp/src/planted-testing.ts',
    text: "export { ConformanceServer } from './testing/conformance-server.ts'\n",
    rule: 'testing-in-tests-only',
  },
  {
    what: 'an import of a file that is not there',
    file: `${ROOM}/unresolvable.ts`,
    text: "export * from './no-such-file.ts'\n",
    rule: 'no-unresolvable',
  },
]

const junkDrawer: PlantedFault = {
  what: 'a junk drawer',
  check: 'check:imports',
  plantings: [
    { file: 'packages/access/src/utils/planted.ts', text: 'export const planted = 1\n' },
    { file: 'packages/access/src/planted-user.ts', text: "export { planted } from './utils/planted.ts'\n" },
  ],
  finding: ['error no-junk-drawers: packages/access/src/planted-user.ts '],
}

const inOneFile = ({ what, file, text, rule }: ImportFault): PlantedFault => ({
  what,
  check: 'check:imports',
  plantings: [{ file, text }],
  finding: [`error ${rule}: ${file} `],
})

export const IMPORT_FAULTS: readonly PlantedFault[] = [...importFaults.map(inOneFile), junkDrawer]
