import { readFileSync } from 'node:fs'
import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
})
const lock = z.object({ packages: z.record(z.string(), entry) })
type LockEntry = z.infer<typeof entry>

/**
 * What the image holds of other people's, by package-lock.json: all that a service or the command line needs, directly or
 * not. Of a package with a build for each platform it names every build.
 * @returns each once, by `<name>@<version>`
 */
export function shippedPackages(): string[] {
  const { packages } = lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const reached = new Map<string, LockEntry>()
  const waiting = Object.keys(packages).filter(path => /^(?:services\/[^/]+|packages\/cli)$/.test(path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = packages[path]
    if (!found || reached.has(path)) continue
    reached.set(path, found)
    waiting.push(...neededBy(path, found, packages))
  }
  const shipped = [...reached].filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return [...new Set(shipped.map(([path, found]) => idOf(path, found)))]
}

const idOf = (path: string, { name, version }: LockEntry): string =>
  `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`

/** The places of what a package asks for. */
function neededBy(path: string, found: LockEntry, packages: Readonly<Record<string, LockEntry>>): string[] {
  if (found.link) return [found.resolved ?? '']
  const { dependencies, optionalDependencies, peerDependencies } = found
  const wanted = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return wanted.flatMap(name => placesFor(path, name).find(place => packages[place]) ?? [])
}

/** Lists the places where Node.js looks for a package, the nearest first. */
function placesFor(path: string, name: string): string[] {
  const folders = path.split('/')
  return [...folders.keys(), folders.length]
    .reverse()
    .map(length => folders.slice(0, length))
    .filter(above => above.at(-1) !== 'node_modules')
    .map(above => [...above, 'node_modules', name].join('/'))
}
