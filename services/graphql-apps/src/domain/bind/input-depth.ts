/** Input objects may hold themselves; documents as data have a lower bound of their own. */
const MAX_LEVELS = 50

export const TOO_DEEP = `Values may be nested ${MAX_LEVELS} levels deep at most.`

/** Whether variables or arguments are nested deeper than anything here wants to follow. */
export const isTooDeep = (values: object): boolean => isDeeper(values, MAX_LEVELS)

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels < 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1))
}
