import { LRUCache } from 'lru-cache'

/** Keeps what was used last within a weight. The last one stays whatever it weighs. */
export function createWeightedCache<V extends object>(
  maxWeight: number,
  weightOf: (value: V, key: string) => number,
): LRUCache<string, V> {
  // What weighs nothing, or more than all, would not be taken.
  const sizeCalculation = (value: V, key: string) => Math.min(Math.max(Math.ceil(weightOf(value, key)), 1), maxWeight)
  return new LRUCache({ maxSize: maxWeight, sizeCalculation })
}
