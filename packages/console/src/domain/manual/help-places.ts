/** A place of the manual: its page, and the anchor of a heading on it. */
export type ManualPlace = { page: string; at?: string }

/** What the manual says about each thing that one writes in the console. */
export const HELP_PLACES = {
  condition: { page: 'reference/conditions' },
  template: { page: 'reference/webhooks', at: 'templates' },
  retries: { page: 'reference/webhooks', at: 'retries' },
  occurrences: { page: 'reference/occurrences' },
  signature: { page: 'how-to/verify-signatures' },
  signatures: { page: 'reference/webhooks', at: 'signatures' },
  schema: { page: 'reference/mappings', at: 'the-app-document' },
  mappings: { page: 'reference/mappings', at: 'forms' },
  predicate: { page: 'reference/permissions' },
  filters: { page: 'reference/permissions', at: 'what-a-permission-narrows' },
  keyPolicy: { page: 'reference/permissions', at: 'apikeys' },
  assistants: { page: 'reference/mcp', at: 'the-permission' },
  keys: { page: 'reference/keys' },
} as const satisfies Record<string, ManualPlace>

export type HelpSubject = keyof typeof HELP_PLACES
