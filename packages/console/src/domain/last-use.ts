import { exactTime } from './times.ts'

/** Says when a key was used last, before it is ended. @param isHidden one may not see that */
export function lastUseWords(lastUsedAt: { $date: number } | undefined, isHidden = false): string {
  if (lastUsedAt) return `It was last used on ${exactTime(lastUsedAt.$date)}.`
  return isHidden ? 'When it was last used is hidden from you.' : 'It was never used.'
}
