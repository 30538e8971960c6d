import { createHash } from 'node:crypto'

/** A number of 0 to 1, always the same for the same delivery: what a target does about it does not depend on who asks when. */
export const drawById = (deliveryId: string): number =>
  createHash('sha256').update(deliveryId).digest().readUInt16BE(0) / 2 ** 16
