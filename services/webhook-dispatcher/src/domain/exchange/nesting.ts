/** Whether objects and lists stand in each other by more than `levels`. Level by level: what is deep is no deep recursion. */
export function isNestedDeeper(root: unknown, levels: number): boolean {
  let level = [root]
  for (let at = 0; at <= levels; at += 1) {
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (level.length === 0) return false
  }
  return true
}
