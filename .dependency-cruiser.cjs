// Direction of imports: json <- contracts <- pure packages <- platform packages <- services. `domain/` has no I/O.
const io =
  '^(node:)?(fs|net|tls|dns|dgram|http|https|http2|child_process|worker_threads|cluster|sqlite|readline|repl|timers)(/|$)'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that import each other can not be understood apart.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-service-to-service',
      severity: 'error',
      comment: 'Services talk over HTTP, the bus and signals. Only standalone composes them.',
      from: { path: '^services/([^/]+)/', pathNot: '^services/standalone/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'no-package-to-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'json-and-bounds-stand-alone',
      severity: 'error',
      comment: 'Everything may import them, so they import nothing of ours.',
      from: { path: '^packages/(json|bounds)/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(packages|services)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      comment: 'It is published: what it is made of are its own files and its three dependencies.',
      from: { path: '^packages/sdk/src/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: [
          '^packages/sdk/src/',
          'node_modules/(openapi-typescript-helpers|eventsource-parser|standardwebhooks)/',
        ],
      },
    },
    {
      name: 'cli-stands-on-the-sdk',
      severity: 'error',
      comment: 'It is published: it sends by the SDK alone, and of ours it imports besides only what reads JSON.',
      from: { path: '^packages/cli/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(packages|services)/', pathNot: '^packages/(cli/src/|sdk/src/index\\.ts$|json/src/index\\.ts$)' },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      comment: 'Border types depend on zod and on what is known about JSON.',
      from: { path: '^packages/contracts/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(packages|services)/', pathNot: '^packages/(contracts|json)/' },
    },
    {
      name: 'predicate-stands-alone',
      severity: 'error',
      from: { path: '^packages/predicate/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(packages|services)/', pathNot: '^packages/(predicate|json)/' },
    },
    {
      name: 'ports-below-platform',
      severity: 'error',
      comment: 'Ports know neither the change log nor the service kit.',
      from: { path: '^packages/(store|bus|signals)/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^packages/(change-log|service-kit|access|documents)/' },
    },
    {
      name: 'no-io-in-domain',
      severity: 'error',
      comment: 'Decisions are pure: what they need comes in as arguments.',
      from: { path: '/domain/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: [
          io,
          '/adapters/',
          '^packages/[^/]+/src/(sqlite|in-process|mongodb|kafka|redis)/',
          'node_modules/(undici|express|got|ioredis|kafkajs|mongodb)/',
        ],
      },
    },
    {
      name: 'adapters-only-in-roots',
      severity: 'error',
      comment: 'Only composition roots, benchmarks and tests know which adapter it is.',
      from: {
        path: '^(services|packages)/',
        pathNot: [
          '^services/standalone/',
          '^services/[^/]+/src/(main|tasks/[^/]+)\\.ts$',
          '^packages/cluster/',
          '^packages/testkit/',
          '\\.spec\\.ts$',
          '/testing/',
          '^packages/(store|bus|signals)/',
        ],
      },
      to: { path: '^packages/(store|bus|signals)/src/(sqlite|in-process|mongodb|kafka|redis)/|^packages/cluster/' },
    },
    {
      name: 'testkit-in-tests-only',
      severity: 'error',
      from: {
        path: '^(services|packages)/',
        pathNot: ['\\.spec\\.ts$', '^packages/testkit/', '/testing/', '/conformance/'],
      },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'testing-in-tests-only',
      severity: 'error',
      comment: 'What only tests need does not ship: the image has no folder of that name.',
      from: {
        path: '^(services|packages)/[^/]+/src/',
        pathNot: ['\\.spec\\.ts$', '^packages/testkit/', '/testing/', '/conformance/'],
      },
      to: { path: '^(services|packages)/[^/]+/src/testing/' },
    },
    {
      name: 'no-junk-drawers',
      severity: 'error',
      comment: 'A place is named by its content.',
      from: {},
      to: { path: '(^|/)(common|utils?|helpers?|shared|misc)(/|\\.ts$)', pathNot: 'node_modules' },
    },
    {
      name: 'console-pages-stand-alone',
      severity: 'error',
      comment:
        'What runs in a browser is bundled: of ours it imports the client that is made for browsers, and nothing else.',
      from: { path: '^packages/console/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(packages|services)/', pathNot: '^packages/(console/src/|sdk/src/index\\.ts$)' },
    },
    {
      name: 'console-is-served-without-its-pages',
      severity: 'error',
      comment: 'The gateway reads files that were built; it never loads the pages, nor what builds them.',
      from: { path: '^packages/console/serve/' },
      to: { path: '^packages/console/(src|build)/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules/(?!@sluice)' },
    includeOnly: undefined,
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
