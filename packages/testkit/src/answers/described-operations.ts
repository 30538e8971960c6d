/** An object of an API description. */
export type DescriptionObject = { readonly [name: string]: unknown }

export type DescribedOperation = { name: string; operation: DescriptionObject; pointer: string }

type PathTemplate = { path: string; segments: readonly string[]; item: DescriptionObject }

export const objectOf = (value: unknown): DescriptionObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** One step of a JSON pointer inside a URI. */
export const pointerStep = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What a value means that may be a reference into the description. */
export function resolveIn(document: DescriptionObject, value: unknown): DescriptionObject {
  const object = objectOf(value)
  const { $ref } = object
  if (typeof $ref !== 'string') return object
  const steps = $ref.replace('#/', '').split('/')
  const found = steps.reduce<unknown>(
    (inner, step) => objectOf(inner)[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  return resolveIn(document, found)
}

const isParameter = (segment: string) => segment.startsWith('{')

/**
 * Finds the operation that a request asks for: of the paths that fit, the one with a name in the place where others have a
 * parameter.
 * @returns a function that returns undefined for what is not described
 */
export function createOperationFinder(document: DescriptionObject) {
  const templates = Object.entries(objectOf(document.paths))
    .map(([path, item]): PathTemplate => ({ path, segments: segmentsOf(path), item: objectOf(item) }))
    .sort((one, other) => (namesOf(one) < namesOf(other) ? -1 : 1))
  return (method: string, target: string): DescribedOperation | undefined => {
    const segments = segmentsOf(target.split('?', 1)[0] ?? '')
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const template = templates.find(candidate => fits(document, candidate, { segments, verb }))
    const operation = template?.item[verb]
    if (!template || operation === undefined) return undefined
    return {
      name: `${method} ${template.path}`,
      operation: objectOf(operation),
      pointer: `#/paths/${pointerStep(template.path)}/${verb}`,
    }
  }
}

const segmentsOf = (path: string): string[] => path.split('/').filter(segment => segment !== '')

/** Sorts names before parameters, from the left. */
const namesOf = ({ segments }: PathTemplate): string =>
  segments.map(segment => (isParameter(segment) ? '1' : '0')).join('')

type AskedPath = { segments: readonly string[]; verb: string }

function fits(document: DescriptionObject, { segments, item }: PathTemplate, asked: AskedPath): boolean {
  if (segments.length !== asked.segments.length) return false
  const described = [...listOf(item.parameters), ...listOf(objectOf(item[asked.verb]).parameters)]
  const parameters = described.map(each => resolveIn(document, each))
  return segments.every((segment, at) => {
    const given = decoded(asked.segments[at] ?? '')
    if (!isParameter(segment)) return segment === given
    const schema = objectOf(
      parameters.find(({ name, in: place }) => place === 'path' && `{${name}}` === segment)?.schema,
    )
    const { enum: values } = schema
    return (
      !listOf(objectOf(schema.not).enum).includes(given) && (values === undefined || listOf(values).includes(given))
    )
  })
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
