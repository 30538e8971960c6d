import { type ErrorCode, errorCatalogue } from '@sluice/contracts'
import { requestIdHeader, retryAfterHeader } from './described-headers.ts'
import { type OpenApiComponents, type OpenApiObject, referTo } from './openapi-document.ts'

/** The status under which every operation describes the errors of 500 and above. */
const SERVER_ERRORS = '5XX'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
const entryOf = (code: string) => (isErrorCode(code) ? errorCatalogue[code] : undefined)
const statusOf = (code: string): string => {
  const status = entryOf(code)?.status ?? 500
  return status >= 500 ? SERVER_ERRORS : String(status)
}

/** What may happen to any request, whatever it asks for. */
const serverErrors = Object.keys(errorCatalogue).filter(code => statusOf(code) === SERVER_ERRORS)

/** What connections and requests of wrong form are answered with, before there is an operation. */
const protocolErrors: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
]

/**
 * Adds the errors of an operation to what it answers else. A set of codes is one named response
 * (`FORBIDDEN.FIELD_HIDDEN`), whichever operations answer with it.
 * @param answers its own answers by status; one of an error's status may come as a problem document too
 * @param components where the responses are put
 */
export function withErrors(
  answers: OpenApiObject,
  codes: Iterable<string>,
  components: OpenApiComponents,
): OpenApiObject {
  const all = [...new Set([...codes, ...serverErrors])]
  const errors = [...Map.groupBy(all, statusOf)].map(([status, ofStatus]) => [
    status,
    errorResponse(ofStatus, components),
  ])
  const own = Object.entries(answers).map(([status, answer]) => [
    status,
    withProblem(
      asObject(answer),
      all.filter(code => String(entryOf(code)?.status) === status),
    ),
  ])
  return {
    ...Object.fromEntries(errors),
    default: namedResponse('OtherError', protocolErrors, components),
    ...Object.fromEntries(own),
  }
}

/** An answer of an operation's own that has a status which errors have too, like the 400 of GraphQL. */
function withProblem(answer: OpenApiObject, codes: readonly string[]): OpenApiObject {
  if (codes.length === 0) return answer
  return { ...answer, content: { ...asObject(answer.content), ...problemContent }, 'x-codes': codes.toSorted() }
}

const problemContent = { 'application/problem+json': { schema: referTo('schemas', 'Problem') } }

const asObject = (value: unknown): OpenApiObject => (typeof value === 'object' && value !== null ? { ...value } : {})

function errorResponse(codes: readonly string[], components: OpenApiComponents): OpenApiObject {
  const sorted = codes.toSorted()
  if (sorted.some(code => statusOf(code) === SERVER_ERRORS)) return namedResponse('ServerError', sorted, components)
  const telling = sorted.filter(code => !EVERYWHERE.has(code))
  return namedResponse((telling.length > 0 ? telling : sorted).join('.'), sorted, components)
}

/** Behind a gateway nearly every operation has these: the name of a response leaves them out beside others. */
const EVERYWHERE: ReadonlySet<string> = new Set<ErrorCode>([
  'BAD_PATH',
  'INVALID_CREDENTIALS',
  'INVALID_KEY',
  'INVALID_TOKEN',
])

/** `x-codes` lists the codes for programs; the description has them for people. */
function namedResponse(name: string, codes: readonly string[], components: OpenApiComponents): OpenApiObject {
  const headers: Record<string, OpenApiObject> = { 'X-Request-Id': referTo('headers', 'X-Request-Id') }
  components.headers['X-Request-Id'] = requestIdHeader
  if (codes.some(code => entryOf(code)?.isRetriable)) {
    headers['Retry-After'] = referTo('headers', 'Retry-After')
    components.headers['Retry-After'] = retryAfterHeader
  }
  components.schemas.Problem = problemSchema
  components.schemas.ErrorCode = errorCodeSchema
  components.responses[name] = {
    description: codes.map(code => `${code}: ${entryOf(code)?.title ?? 'see /docs/errors'}`).join('. '),
    headers,
    content: problemContent,
    'x-codes': codes,
  }
  return referTo('responses', name)
}

const errorCodeSchema: OpenApiObject = { type: 'string', enum: Object.keys(errorCatalogue) }

const problemSchema: OpenApiObject = {
  type: 'object',
  description: 'The body of every error (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: referTo('schemas', 'ErrorCode'),
    detail: { type: 'string', description: 'What is wrong and what to do.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          line: { type: 'integer' },
          column: { type: 'integer' },
        },
      },
    },
    requestId: { type: 'string', description: 'The same as X-Request-Id.' },
  },
  examples: [
    {
      type: '/docs/errors#not-found',
      title: 'Not found',
      status: 404,
      code: 'NOT_FOUND',
      detail: 'There is no document with this id.',
      requestId: '019aa6b7-2c4e-7d10-9f0a-5b8c3d2e1f00',
    },
  ],
}

/** Tells the errors of an operation apart from what it answers else, following references into its document. */
export function splitResponses(responses: OpenApiObject, { responses: named }: OpenApiComponents) {
  const codes = Object.values(responses).flatMap(response => {
    const name = referenceOf(response)
    const listed = name === undefined ? asObject(response)['x-codes'] : named[name]?.['x-codes']
    return Array.isArray(listed) && name !== 'OtherError' ? listed.map(String) : []
  })
  const answers = Object.entries(responses).filter(([, response]) => referenceOf(response) === undefined)
  return { codes, answers: Object.fromEntries(answers) }
}

function referenceOf(value: unknown): string | undefined {
  const { $ref } = asObject(value)
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}
