import { type ErrorCode, errorCatalogue } from '@sluice/contracts'
import { requestIdHeader, retryAfterHeader } from './described-headers.ts'
import { type OpenApiComponents, type OpenApiObject, referTo } from './openapi-document.ts'

/** The place for answers that have no status of their own in the description of an operation. */
const DEFAULT = 'default'
/** What the response there is called among the components. */
const ANY = 'any'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
const entryOf = (code: string) => (isErrorCode(code) ? errorCatalogue[code] : undefined)

/** What may happen to any request, whatever it asks for, and before there is an operation. */
const general: ReadonlySet<string> = new Set<ErrorCode>([
  ...Object.keys(errorCatalogue)
    .filter(isErrorCode)
    .filter(code => errorCatalogue[code].status >= 500),
  'BAD_PATH',
  'BAD_QUERY',
  'BAD_REQUEST',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
])

/** The status under which a code is described of an operation. */
const placeOf = (code: string): string => (general.has(code) ? DEFAULT : String(entryOf(code)?.status ?? 500))

/**
 * Adds the errors of an operation to what it answers else: under its status what says something of this operation, under
 * `default` what may happen to any. Operations that have the same codes of a status refer to one named response: `403`,
 * or `403.2` where others have other ones.
 * @param answers its own answers by status; one of an error's status may come as a problem document too
 * @param components where the responses are put
 */
export function withErrors(
  answers: OpenApiObject,
  codes: Iterable<string>,
  components: OpenApiComponents,
): OpenApiObject {
  const all = [...new Set([...codes, ...general])]
  const places = Map.groupBy(all, placeOf)
  // Each operation names one status of a refusal at least.
  if (places.size === 1) places.set('400', [])
  const errors = [...places].map(([place, ofPlace]): [string, OpenApiObject] => {
    // What may happen to any is said of a status too where something else is: who reads of 400 reads all of it.
    const besides = place === DEFAULT ? [] : [...general].filter(code => String(entryOf(code)?.status) === place)
    return [place, errorResponse(place, [...ofPlace, ...besides], components)]
  })
  const own = Object.entries(answers).map(([status, answer]): [string, OpenApiObject] => [
    status,
    withProblem(
      asObject(answer),
      all.filter(code => String(entryOf(code)?.status) === status),
    ),
  ])
  return { ...Object.fromEntries(errors), ...Object.fromEntries(own) }
}

/** An answer of an operation's own that has a status which errors have too, like the 400 of GraphQL. */
function withProblem(answer: OpenApiObject, codes: readonly string[]): OpenApiObject {
  if (codes.length === 0) return answer
  return { ...answer, content: { ...asObject(answer.content), ...problemContent }, 'x-codes': codes.toSorted() }
}

const problemContent = { 'application/problem+json': { schema: referTo('schemas', 'Problem') } }

const asObject = (value: unknown): OpenApiObject => (typeof value === 'object' && value !== null ? { ...value } : {})

/** The response of these codes: the one that is there already, or a new one. */
function errorResponse(place: string, codes: readonly string[], components: OpenApiComponents): OpenApiObject {
  const response = describeErrors(place, codes.toSorted(), components)
  const text = JSON.stringify(response)
  const first = place === DEFAULT ? ANY : place
  const isOfPlace = (name: string) => name === first || name.startsWith(`${first}.`)
  const names = Object.keys(components.responses).filter(isOfPlace)
  const same = names.find(name => JSON.stringify(components.responses[name]) === text)
  const name = same ?? (names.length === 0 ? first : `${first}.${names.length + 1}`)
  components.responses[name] = response
  return referTo('responses', name)
}

/** `x-codes` lists the codes for programs; the description says for people what they mean. */
function describeErrors(
  place: string,
  codes: readonly string[],
  { headers, schemas }: OpenApiComponents,
): OpenApiObject {
  const sent: Record<string, OpenApiObject> = {}
  headers['X-Request-Id'] = requestIdHeader
  if (place === DEFAULT) sent['X-Request-Id'] = referTo('headers', 'X-Request-Id')
  if (codes.some(code => entryOf(code)?.isRetriable)) {
    sent['Retry-After'] = referTo('headers', 'Retry-After')
    headers['Retry-After'] = retryAfterHeader
  }
  schemas.Problem = problemSchema
  schemas.ErrorCode = errorCodeSchema
  const telling = codes.filter(code => !general.has(code))
  const titles = new Set(telling.map(code => entryOf(code)?.title ?? 'Unknown'))
  return {
    description: place === DEFAULT ? ANY_ERROR : [...titles].join('; '),
    ...(Object.keys(sent).length > 0 ? { headers: sent } : {}),
    content: problemContent,
    'x-codes': codes,
  }
}

const ANY_ERROR = 'What may happen to any request. X-Request-Id comes with every answer.'

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
  const codes = Object.entries(responses).flatMap(([place, response]) => {
    const name = referenceOf(response)
    const listed = name === undefined ? asObject(response)['x-codes'] : named[name]?.['x-codes']
    return Array.isArray(listed) && place !== DEFAULT ? listed.map(String) : []
  })
  const answers = Object.entries(responses).filter(([, response]) => referenceOf(response) === undefined)
  return { codes, answers: Object.fromEntries(answers) }
}

function referenceOf(value: unknown): string | undefined {
  const { $ref } = asObject(value)
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}
