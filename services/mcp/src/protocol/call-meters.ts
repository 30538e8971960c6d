import { meterOf } from '@sluice/service-kit'
import { type Tool, toolGroups } from '../tools/tool.ts'

/** How a call of a tool ended: with a result, refused, or failed by a fault that is not the caller's. */
const callOutcomes = ['answered', 'refused', 'failed'] as const
export type ToolEnding = (typeof callOutcomes)[number]

export type CallMeters = { ended(call: { group: Tool['group']; outcome: ToolEnding; durationMs: number }): void }

const DURATION_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000]

/** Counts and times the calls of tools, by the group of the tool: names of tools are made of names of apps. */
export function createCallMeters(): CallMeters {
  const meter = meterOf('mcp')
  const calls = meter.createCounter('mcp_calls', { description: 'Calls of tools that have ended' })
  const durations = meter.createHistogram('mcp_call_duration', {
    description: 'Time from the start of a call of a tool to its result',
    unit: 'ms',
    advice: { explicitBucketBoundaries: DURATION_BOUNDS_MS },
  })
  // What has not happened is shown as 0, so that the first time is seen as a rise.
  for (const group of toolGroups) for (const outcome of callOutcomes) calls.add(0, { group, outcome })
  return {
    ended({ group, outcome, durationMs }) {
      calls.add(1, { group, outcome })
      durations.record(durationMs, { group })
    },
  }
}
