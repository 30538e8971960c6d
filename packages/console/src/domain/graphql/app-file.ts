type FileApp = { descriptor: { name: string }; schema: string; mappings: unknown }
export type ReadAppFile = { kind: 'app'; app: FileApp } | { kind: 'refused'; reason: string }

const refused = (reason: string): ReadAppFile => ({ kind: 'refused', reason })

/** Reads an app from a file. Whether it is right is decided by the service; here it only has to be one. */
export function readAppFile(text: string): ReadAppFile {
  const read = parsed(text)
  if (typeof read !== 'object' || read === null) return refused('The file holds no JSON object.')
  const { schema, mappings, descriptor }: Partial<Record<keyof FileApp, unknown>> = read
  if (typeof schema !== 'string') return refused('The file has no schema as a text.')
  if (typeof mappings !== 'object' || mappings === null) return refused('The file has no mappings.')
  const rest = typeof descriptor === 'object' && descriptor !== null ? descriptor : {}
  const name = 'name' in rest && typeof rest.name === 'string' ? rest.name : ''
  return { kind: 'app', app: { descriptor: { ...rest, name }, schema, mappings } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
