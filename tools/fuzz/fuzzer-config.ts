import type { KnownValues } from './known-values.ts'

/** How often a value that is there is asked for, and not one that is made up. */
const SHARE_OF_KNOWN = 0.6

/**
 * The settings of Schemathesis (`schemathesis.toml`): what is judged, and which values of parameters are there.
 * @param leftOut operations by their ids
 */
export function fuzzerConfig(known: KnownValues, leftOut: readonly string[]): string {
  const dictionaries = known.map(({ values }, index) => `known-${index}.values = ${JSON.stringify(values)}`)
  const byPaths = Map.groupBy(known.entries(), ([, { paths }]) => paths)
  const operations = [...byPaths].map(([paths, entries]) => {
    const bindings = entries.map(
      ([index, { parameter }]) =>
        `${JSON.stringify(parameter)} = { dictionary = "known-${index}", probability = ${SHARE_OF_KNOWN} }`,
    )
    return `[[operations]]\ninclude-path-regex = ${JSON.stringify(paths)}\nparameters = { ${bindings.join(', ')} }\n`
  })
  const left = leftOut.map(id => `[[operations]]\ninclude-operation-id = "${id}"\nenabled = false\n`)
  return ['[dictionaries]', ...dictionaries, '', ...operations, ...left].join('\n')
}
