/**
 * Asks `find` once for each key and keeps the answers to the last `max` questions; whoever asks while one is looked for
 * waits for it, too. An answer that failed is forgotten.
 */
export function remember<K, T>(max: number, find: (key: K) => Promise<T>) {
  const answers = new Map<K, Promise<T>>()
  return {
    get(key: K): Promise<T> {
      const known = answers.get(key)
      if (known) return known
      const finding = find(key)
      answers.set(key, finding)
      finding.catch(() => answers.get(key) === finding && answers.delete(key))
      const [oldest] = answers.keys()
      if (answers.size > max && oldest !== undefined) answers.delete(oldest)
      return finding
    },
    clear: (): void => answers.clear(),
  }
}
