import { type Refusal, refuse } from '@sluice/contracts'
import {
  apiPage,
  errorPage,
  type Logger,
  type OpenApiDocument,
  type Operation,
  ok,
  type Route,
} from '@sluice/service-kit'
import { z } from 'zod'
import type { GatewayTiering } from '../domain/route-target.ts'
import type { UpstreamAddresses } from '../exchange/forward/upstreams.ts'
import { createApiDescription } from './api-description.ts'

type Describe = () => Promise<OpenApiDocument | Refusal>

type Dependencies = {
  addresses: UpstreamAddresses
  tiering: GatewayTiering
  /** What the gateway answers itself besides. */
  routes: readonly Route[]
  logger: Logger
}

/** The description of the whole API, itself included, for programs and as pages for people. */
export function docsRoutes({ routes, ...dependencies }: Dependencies): readonly Route[] {
  const table: Route[] = [
    ['GET', '/openapi.json', showOpenApi(() => describe())],
    ['GET', '/docs', showDocs(() => describe())],
    ['GET', '/docs/errors', showErrors],
  ]
  const describeApi = createApiDescription({ ...dependencies, routes: [...routes, ...table] })
  const describe = () => describeApi().catch(refuseDescription)
  return table
}

const refuseDescription = (): Refusal =>
  refuse('UPSTREAM_FAILED', 'A service behind the gateway does not describe itself. Try again shortly.')

const descriptionAnswer = z
  .looseObject({ openapi: z.string(), info: z.unknown(), paths: z.unknown(), components: z.unknown() })
  .meta({ description: 'An OpenAPI 3.1 document: this one.' })
const page = z.string().meta({ description: 'A page of HTML without a script.' })

const showOpenApi = (describe: Describe): Operation => ({
  id: 'showOpenApi',
  tag: 'description',
  summary: 'Describes the API',
  examples: { answers: { 200: { openapi: '3.1.1', info: {}, paths: {}, components: {} } } },
  answers: { 200: descriptionAnswer },
  async handle() {
    const document = await describe()
    return 'kind' in document ? document : ok(document)
  },
})

const showDocs = (describe: Describe): Operation => ({
  id: 'showDocs',
  tag: 'description',
  summary: 'Shows the API as a page',
  examples: { answers: { 200: '<!doctype html>…' } },
  answers: { 200: page },
  answerTypes: ['text/html'],
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
  examples: { answers: { 200: '<!doctype html>…' } },
  answers: { 200: page },
  answerTypes: ['text/html'],
  handle: async () => errorPage(),
}
