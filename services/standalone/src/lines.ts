import type { UpstreamName } from '@sluice/contracts'
import type { InProcessLine } from '@sluice/service-kit'
import { createInProcessLine } from '@sluice/service-kit/line'

/** The way to each service. */
export type ServiceLines = Readonly<Record<UpstreamName, { line: InProcessLine }>>

export const createServiceLines = (): ServiceLines => ({
  data: { line: createInProcessLine() },
  'graphql-apps': { line: createInProcessLine() },
  keys: { line: createInProcessLine() },
  'webhook-dispatcher': { line: createInProcessLine() },
  mcp: { line: createInProcessLine() },
})
