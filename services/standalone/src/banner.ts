import type { DemoUser } from './demo/load-demo.ts'

export type Banner = {
  url: string
  hasConsole: boolean
  adminUrl: string
  dataDirectory: string
  demo?: { user: DemoUser; receiverUrl: string }
}

const JSON_TYPE = "-H 'Content-Type: application/json'"

/** The owner's password, at the moment it exists: whatever fails later, it is not stored in clear and never shown again. */
export const formatOwner = (password: string): string =>
  `The owner is made: user admin, password ${password}   (shown this once: keep it)\n`

/** What a person sees when Sluice is ready. The demo user's password stands in it once. */
export function formatBanner(banner: Banner): string {
  const lines = [
    '',
    `Sluice is ready at ${banner.url}${banner.hasConsole ? '/console' : ''}`,
    `  API                 ${banner.url}`,
    `  health and metrics  ${banner.adminUrl}`,
    `  data directory      ${banner.dataDirectory}`,
  ]
  lines.push(...(banner.demo ? formatWalk(banner.url, banner.demo) : ['']))
  lines.push('Stop with Ctrl-C.')
  return `${lines.join('\n')}\n`
}

/** The lines that walk the main job: a key, two reads, a change, what the webhook told, the end of the key; and what an assistant would ask. */
function walkLines(url: string, { user, receiverUrl }: NonNullable<Banner['demo']>): { what: string; line: string }[] {
  const basic = `-u '${user.name}:${user.password}'`
  const bearer = '-H "Authorization: Bearer $KEY"'
  const graphql = (query: string) =>
    `curl -s ${url}/graphql/flights ${bearer} ${JSON_TYPE} -d '${JSON.stringify({ query })}'; echo`
  const issue = `curl -s ${url}/keys ${basic} ${JSON_TYPE} -d '{"name":"my script","roles":["flight-reader","route-writer"],"expiresIn":7}'`
  const field = (name: string) => `$(echo "$ISSUED" | sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/')`
  return [
    { what: 'issue an API key', line: `ISSUED=$(${issue}); KEY=${field('key')}; ID=${field('_id')}; echo "$ISSUED"` },
    { what: 'read the GraphQL app with it', line: graphql('{ airports(state: "CA", limit: 3) { iata name city } }') },
    {
      what: 'follow a join',
      line: graphql('{ airport(iata: "SFO") { name departures(limit: 3) { flights destination { iata city } } } }'),
    },
    {
      what: 'add a route',
      line: `curl -s ${url}/routes ${bearer} ${JSON_TYPE} -d '{"origin":"SFO","destination":"LIT","flights":1}'; echo`,
    },
    { what: 'see what the webhook told another program', line: `curl -s ${receiverUrl}` },
    { what: 'revoke the key', line: `curl -s -o /dev/null -w '%{http_code}\\n' -X DELETE ${url}/keys/$ID ${basic}` },
    { what: 'ask as an assistant does (docs/how-to/connect-an-assistant.md)', line: askAsAssistant(url, basic) },
  ]
}

/** What the printed question is about, of the demo. */
const ASKED_FOR = 'routes'

/** A key for an assistant, and what its client sends for the question how many routes leave SFO. */
function askAsAssistant(url: string, basic: string): string {
  const key = JSON.stringify({ name: 'assistant', roles: ['assistant'], expiresIn: 7 })
  const issue = `curl -s ${url}/keys ${basic} ${JSON_TYPE} -d '${key}'`
  const params = { name: 'count_documents', arguments: { collection: ASKED_FOR, filter: { origin: 'SFO' } } }
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const assistant = `ASSISTANT=$(${issue} | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')`
  const headers = `-H "Authorization: Bearer $ASSISTANT" ${JSON_TYPE} -H 'Accept: application/json, text/event-stream'`
  return `${assistant}; curl -s ${url}/mcp ${headers} -d '${call}'; echo`
}

function formatWalk(url: string, demo: NonNullable<Banner['demo']>): string[] {
  const walk = walkLines(url, demo).flatMap(({ what, line }, index) => [`  # ${index + 1}. ${what}`, `  ${line}`, ''])
  return [
    `  demo user           ${demo.user.name}, password ${demo.user.password}   (shown this once: keep it)`,
    '',
    'Walk the main job, line by line:',
    '',
    ...walk,
  ]
}
