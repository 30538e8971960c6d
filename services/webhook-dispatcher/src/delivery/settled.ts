/**
 * Waits for all, also when one fails: what is tried again for it must find nothing of the same event under way.
 * @throws what the first of them failed with
 */
export async function settled<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const [only] = works
  if (only && works.length === 1) return [await only]
  await Promise.allSettled(works)
  return Promise.all(works)
}
