// Reads what `npm sbom` says of everything (CycloneDX) and writes what of it is in the image: all that a service or the
// command line needs, directly or not. npm's own --omit=dev can't say that: it leaves out whatever a tool needs too, such
// as express.
import { globSync, readFileSync } from 'node:fs'

const STANDARD_INPUT = 0
/** npm marks a package by the first place that it is in. */
const FOR_DEVELOPMENT = 'cdx:npm:package:development'

const readJson = file => JSON.parse(readFileSync(file, 'utf8'))
const idOf = ({ name, version }) => `${name}@${version}`
const nameOf = id => id.slice(0, id.lastIndexOf('@'))

const { metadata, components, dependencies, ...rest } = readJson(STANDARD_INPUT)
const sluice = readJson('package.json')
const programs = globSync(['services/*/package.json', 'packages/cli/package.json']).map(readJson)
const own = new Map([...programs, ...globSync('packages/*/package.json').map(readJson)].map(one => [idOf(one), one]))

/** Of our own packages npm tells also what they need for development. */
function neededBy({ ref, dependsOn }) {
  const manifest = own.get(ref)
  if (!manifest) return dependsOn
  const wanted = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  return dependsOn.filter(id => wanted.has(nameOf(id)))
}

const needs = new Map(dependencies.map(one => [one.ref, neededBy(one)]))
needs.set(idOf(sluice), programs.map(idOf))

const reached = new Set()
const waiting = [idOf(sluice)]
for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
  if (reached.has(ref)) continue
  reached.add(ref)
  waiting.push(...(needs.get(ref) ?? []))
}

const asShipped = ({ properties, ...component }) => ({
  ...component,
  properties: properties.filter(({ name }) => name !== FOR_DEVELOPMENT),
})

const shipped = {
  ...rest,
  // npm names the root by its folder.
  metadata: { ...metadata, component: { ...metadata.component, name: sluice.name } },
  components: components.filter(component => reached.has(component['bom-ref'])).map(asShipped),
  dependencies: [...reached].sort().map(ref => ({ ref, dependsOn: needs.get(ref) ?? [] })),
}
process.stdout.write(`${JSON.stringify(shipped, undefined, 2)}\n`)
