// `npm run audit` ends with it: how old what ships is, by the registry's dates. The oldest ones first, so that what nobody
// tends any more is seen.
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'

const manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })
const dates = z.record(z.string(), z.coerce.date())
const ASKED_AT_ONCE = 6
const DAY_MS = 86_400_000

const npm = promisify(execFile)
const manifests = globSync('{packages,services}/*/package.json').map(file =>
  manifest.parse(JSON.parse(readFileSync(file, 'utf8'))),
)
const asked = new Map(manifests.flatMap(({ dependencies }) => Object.entries(dependencies)))
const ours = [...asked].filter(([name]) => !name.startsWith('@sluice/'))

type Age = { package: string; version: string; 'days old': number; 'newest, days old': number }

/** @returns undefined where the registry tells no dates */
async function ageOf([name, version]: [string, string]): Promise<Age | undefined> {
  const answer = await npm('npm', ['view', name, 'time', '--json']).catch(() => undefined)
  const known = answer && dates.safeParse(JSON.parse(answer.stdout)).data
  const published = known?.[version]
  if (!published) return undefined
  const { created: _, modified: __, ...versions } = known
  const newest = Math.max(...Object.values(versions).map(Number))
  return { package: name, version, 'days old': daysSince(published), 'newest, days old': daysSince(newest) }
}

const daysSince = (at: Date | number) => Math.floor((Date.now() - Number(at)) / DAY_MS)

const ages: Age[] = []
for (let at = 0; at < ours.length; at += ASKED_AT_ONCE) {
  const some = await Promise.all(ours.slice(at, at + ASKED_AT_ONCE).map(ageOf))
  ages.push(...some.flatMap(age => age ?? []))
}
if (ages.length > 0) console.table(ages.sort((one, other) => other['days old'] - one['days old']))
console.log(`Ages of ${ages.length} of ${ours.length} dependencies are known to the registry.`)
