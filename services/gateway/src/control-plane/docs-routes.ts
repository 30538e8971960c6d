import { type Refusal, refuse } from '@sluice/contracts'
import { apiPage, errorPage, type OpenApiDocument, type Operation, ok, type Route } from '@sluice/service-kit'
import type { Upstreams } from '../exchange/forward/upstreams.ts'
import { createApiDescription } from './api-description.ts'

type Describe = () => Promise<OpenApiDocument | Refusal>

/** The description of the whole API, for programs and as pages for people. @param routes what the gateway answers itself */
export function docsRoutes(upstreams: Upstreams, routes: readonly Route[]): readonly Route[] {
  const describeApi = createApiDescription({ upstreams, routes })
  const describe = () => describeApi().catch(refuseDescription)
  return [
    ['GET', '/openapi.json', showOpenApi(describe)],
    ['GET', '/docs', showDocs(describe)],
    ['GET', '/docs/errors', showErrors],
  ]
}

const refuseDescription = (): Refusal =>
  refuse('UPSTREAM_FAILED', 'A service behind the gateway does not describe itself. Try again shortly.')

const showOpenApi = (describe: Describe): Operation => ({
  id: 'showOpenApi',
  tag: 'description',
  summary: 'Describes the API',
  answers: { 200: 'OpenAPI 3.1' },
  errors: ['UPSTREAM_FAILED'],
  async handle() {
    const document = await describe()
    return 'kind' in document ? document : ok(document)
  },
})

const showDocs = (describe: Describe): Operation => ({
  id: 'showDocs',
  tag: 'description',
  summary: 'Shows the API as a page',
  answers: { 200: 'HTML' },
  errors: ['UPSTREAM_FAILED'],
  async handle() {
    const document = await describe()
    return 'kind' in document ? document : apiPage(document)
  },
})

/** Shows the page that the `type` of every error points to. */
const showErrors: Operation = {
  id: 'showErrors',
  tag: 'description',
  summary: 'Shows every error as a page',
  answers: { 200: 'HTML' },
  handle: async () => errorPage(),
}
