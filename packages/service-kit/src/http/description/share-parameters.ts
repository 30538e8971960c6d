import { type OpenApiDocument, type OpenApiObject, referTo } from './openapi-document.ts'

/** Puts each parameter that several operations have in the same form into the components, and refers to it there. */
export function shareParameters({ paths, components }: OpenApiDocument): void {
  const operations = Object.values(paths).flatMap(item => Object.values(item).filter(hasParameters))
  const uses = Map.groupBy(
    operations.flatMap(({ parameters }) => parameters),
    parameter => JSON.stringify(parameter),
  )
  const names = new Map<string, string>()
  for (const [text, same] of uses) {
    const [parameter] = same
    if (same.length < 2 || !parameter) continue
    const name = freeName(String(parameter.name), components.parameters)
    components.parameters[name] = parameter
    names.set(text, name)
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters.map(parameter => {
      const name = names.get(JSON.stringify(parameter))
      return name === undefined ? parameter : referTo('parameters', name)
    })
  }
}

/** Parameters of one name may mean several things: `id`, `id.2`. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(taken, name)) return name
  let number = 2
  while (Object.hasOwn(taken, `${name}.${number}`)) number += 1
  return `${name}.${number}`
}

const hasParameters = (value: unknown): value is { parameters: OpenApiObject[] } =>
  typeof value === 'object' && value !== null && 'parameters' in value && Array.isArray(value.parameters)
