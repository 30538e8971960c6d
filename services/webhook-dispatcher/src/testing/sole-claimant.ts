import type { Claimant } from '../claimant/create-claimant.ts'

/** One that nobody replaces. */
export const soleClaimant = (id: string): Claimant => ({
  id: () => id,
  isOver: async () => false,
  isCertain: () => true,
  isStill: async () => true,
})
