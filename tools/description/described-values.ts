import { findExample } from '@sluice/service-kit'
import { type DescriptionObject, listOf, objectOf, pointerStep, resolveIn } from '@sluice/testkit/answers'

/** An operation as it is described, with everything that stands at its path. */
export type OperationPlace = { id: string; operation: DescriptionObject; pointer: string }

/** A body or an answer of an operation: where its schema stands, and the value that shows it. */
export type ShownValue = { place: string; pointer: string; isAnswer: boolean; type: string; example: unknown }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation of a description. */
export function operationsOf(document: DescriptionObject): OperationPlace[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    METHODS.filter(method => method in objectOf(item)).map(method => {
      const operation = objectOf(objectOf(item)[method])
      return { id: String(operation.operationId), operation, pointer: `#/paths/${pointerStep(path)}/${method}` }
    }),
  )
}

/** Every body and every successful answer with a body, by its first media type. */
export function shownValues(document: DescriptionObject): ShownValue[] {
  return operationsOf(document).flatMap(({ id, operation, pointer }) => {
    const body = contentOf(document, { value: operation.requestBody, pointer: `${pointer}/requestBody` })
    const answers = Object.entries(objectOf(operation.responses))
      .filter(([status]) => status.startsWith('2'))
      .map(([status, value]) => ({
        status,
        ...contentOf(document, { value, pointer: `${pointer}/responses/${status}` }),
      }))
    return [
      ...shown(document, { ...body, place: `${id} body`, isAnswer: false }),
      ...answers.flatMap(({ status, ...answer }) =>
        shown(document, { ...answer, place: `${id} ${status}`, isAnswer: true }),
      ),
    ]
  })
}

type PlacedValue = { value: unknown; pointer: string }
type PlacedContent = { content: DescriptionObject; pointer: string }

/** The content of a part, which may be a component; its pointer leads to where it stands. */
function contentOf(document: DescriptionObject, { value, pointer }: PlacedValue): PlacedContent {
  const { $ref } = objectOf(value)
  return { content: objectOf(resolveIn(document, value).content), pointer: typeof $ref === 'string' ? $ref : pointer }
}

type PlacedPart = PlacedContent & { place: string; isAnswer: boolean }

function shown(document: DescriptionObject, { content, pointer, place, isAnswer }: PlacedPart): ShownValue[] {
  const [first] = Object.entries(content)
  if (first === undefined) return []
  const [type, media] = first
  const schema = `${pointer}/content/${pointerStep(type)}/schema`
  return [{ place, pointer: schema, isAnswer, type, example: findExample(objectOf(media), document) }]
}

/** The places of a description where a schema says nothing at all, by the name of what stands there. */
export function silentPlaces(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(inner => silentPlaces(inner, place))
  return Object.entries(objectOf(value)).flatMap(([name, inner]) => {
    if (name === 'examples' || name === 'example') return []
    const isSchema = place === 'properties' || ['items', 'schema', 'anyOf', 'oneOf'].includes(name)
    const parts = Array.isArray(inner) ? inner : [inner]
    const isSilent = isSchema && parts.some(part => Object.keys(objectOf(part)).length === 0)
    return [...(isSilent ? [name] : []), ...silentPlaces(inner, name)]
  })
}

/** The statuses that an operation names, of the errors that a caller meets whatever is asked for. */
export function missingRefusals({ operation }: OperationPlace): string[] {
  const isOpen = Array.isArray(operation.security) && operation.security.length === 0
  const named = new Set(Object.keys(objectOf(operation.responses)))
  const wanted = isOpen ? ['default'] : ['401', '403', '429', 'default']
  return wanted.filter(status => !named.has(status))
}

/** What is wrong with the name, the area or the words of an operation. */
export function missingWords({ operation }: OperationPlace): string[] {
  const { operationId, tags, summary } = operation
  const faults = { operationId: !operationId, tags: listOf(tags).length !== 1, summary: !summary }
  return Object.entries(faults).flatMap(([name, isMissing]) => (isMissing ? [name] : []))
}
