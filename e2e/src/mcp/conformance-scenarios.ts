/** What the scenarios of both revisions are called that every server must pass. */
const COMMON = [
  'completion-complete',
  'dns-rebinding-protection',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'prompts-list',
  'resources-list',
  'resources-read-binary',
  'resources-read-text',
  'resources-templates-read',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-simple-text',
  'tools-list',
] as const

/** A revision, and what its scenarios come to. Scenarios by name; checks by scenario and id. */
export type ConformanceExpectation = {
  revision: string
  option: '--requirements' | '--spec-version'
  passed: readonly string[]
  /** The suite looks, and finds nothing to judge. */
  notApplicable: readonly string[]
  /** They fail: the server has no way to pass, and says so by what it declares. */
  notOffered: readonly string[]
  /** The suite does not count them, and they pass. */
  passedUnscored: readonly string[]
  /** The suite does not count them, whatever comes out. */
  notScored: readonly string[]
  /** Checks of the passed scenarios that neither hold nor fail: `<scenario>: <check> <status>`. */
  undecided: readonly string[]
}

export const expectations: readonly ConformanceExpectation[] = [
  {
    revision: '2026-07-28',
    option: '--requirements',
    passed: [
      ...COMMON,
      'caching',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-list-roots',
      'input-required-result-basic-sampling',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
      'input-required-result-missing-input-response',
      'input-required-result-multi-round',
      'input-required-result-multiple-input-requests',
      'input-required-result-non-tool-request',
      'input-required-result-request-state',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
      'server-stateless',
      'tools-call-with-progress',
    ],
    notApplicable: [],
    notOffered: [],
    passedUnscored: ['http-header-validation'],
    notScored: [
      'http-custom-header-server-validation',
      'json-schema-2020-12',
      'tasks-capability-negotiation',
      'tasks-dispatch-and-envelope',
      'tasks-lifecycle',
      'tasks-mrtr-composition',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-request-state-removal',
      'tasks-required-task-error',
      'tasks-status-notifications',
      'tasks-wire-fields',
    ],
    undecided: [
      // Whoever takes JSON gets JSON.
      'server-sse-multiple-streams: server-sse-streams-functional INFO',
    ],
  },
  {
    revision: '2025-11-25',
    option: '--spec-version',
    passed: [...COMMON, 'ping', 'server-initialize'],
    // Both want a session.
    notApplicable: ['server-session-lifecycle', 'server-sse-multiple-streams'],
    // Revisions before 2026-07-28 are answered without a session and by one JSON text: nothing can be sent beside it.
    notOffered: [
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'logging-set-level',
      'resources-subscribe',
      'resources-unsubscribe',
      'tools-call-elicitation',
      'tools-call-sampling',
      'tools-call-with-logging',
      'tools-call-with-progress',
    ],
    passedUnscored: [],
    notScored: [],
    undecided: ['server-initialize: server-session-id-visible-ascii INFO'],
  },
]
