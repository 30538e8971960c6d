import { startSluice } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { z } from 'zod'

const tiers = ['shared', 'dedicated'] as const
type DescribedTier = (typeof tiers)[number]

/** An OpenAPI document as a running Sluice serves it. */
const servedDescription = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type ServedDescription = z.infer<typeof servedDescription>

/** The file of each tier in which its description is kept. */
export const DESCRIPTION_FILES: Readonly<Record<DescribedTier, string>> = {
  shared: 'packages/sdk/openapi.json',
  dedicated: 'packages/sdk/openapi.dedicated.json',
}

/** Asks a Sluice of each tier what it describes at `/openapi.json`. */
export const readServedDescriptions = (): Promise<{ tier: DescribedTier; description: ServedDescription }[]> =>
  Promise.all(tiers.map(async tier => ({ tier, description: await readServed(tier) })))

/** A start has only what the tests leave of the processors, where it is checked beside them. */
const PATIENCE_MS = 5 * 60_000

async function readServed(tier: DescribedTier): Promise<ServedDescription> {
  const settings = { DATA_DIR: await temporaryDirectory(), SLUICE_DEMO: '0', TIER: tier }
  const sluice = await startSluice(settings, { patienceMs: PATIENCE_MS })
  try {
    const answer = await fetch(`${sluice.url}/openapi.json`)
    return servedDescription.parse(await answer.json())
  } finally {
    await sluice.kill()
  }
}
