/** The areas of the API, in the order of the description; every operation belongs to one. */
export const operationTags = {
  session: 'Signing in as a person, and who one is.',
  collections: 'Documents of collections, with the collections, their indexes and aggregations.',
  users: 'Who can sign in, with a password and roles.',
  permissions: 'Who may do what: the documents of the ACL.',
  access: 'Which permission a request meets, and why.',
  keys: "API keys of one's own.",
  admin: 'What administrators look after: API keys of all users, the audit log.',
  apps: 'GraphQL apps: schema, mappings, versions, trusted documents.',
  graphql: 'Queries and mutations of GraphQL apps.',
  webhooks: 'Webhooks with their deliveries, templates and mail server.',
  events: 'Exchanges as they happen.',
  mcp: 'Tools for assistants, by the Model Context Protocol.',
  plugins: 'Parts of the service that can be switched on and off.',
  description: 'The API about itself.',
} as const satisfies Record<string, string>

export type OperationTag = keyof typeof operationTags
