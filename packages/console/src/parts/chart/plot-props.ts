import type { HookStats } from '../../api/webhooks.ts'

export type PlotProps = {
  stats: HookStats
  /** A time was drawn over, in epoch ms. Left out, none can be chosen. */
  onSelect?: ((time: { from: number; to: number }) => void) | undefined
}
