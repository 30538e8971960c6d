import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

type PersonsAnswer = { action: 'accept' | 'decline' | 'cancel'; content?: { confirm: boolean } }

/** Where a client goes, with what, and what the person in front of it says; nobody is there without `person`. */
type AskingClientOptions = { url: string; authorization: string; person?: (message: string) => PersonsAnswer }

/** The official client of the current revision, connected. */
export async function connectClient({ url, authorization, person }: AskingClientOptions): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } })
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, ...(person && { capabilities: { elicitation: { form: {} } } }) },
  )
  if (person) client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message))
  await client.connect(transport)
  return client
}
