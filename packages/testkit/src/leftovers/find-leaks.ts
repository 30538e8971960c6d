import { findKeyTexts } from './find-key-texts.ts'
import { formsOf } from './forms-of.ts'
import type { Leftover } from './leftover.ts'

/**
 * Looks for these secrets, and for every key and session whoever has issued it.
 * @returns where what was found: never the secret itself
 */
export function findLeaks(leftovers: readonly Leftover[], secrets: ReadonlyMap<string, string>): string[] {
  return [...leftovers.flatMap(findKeys), ...leftovers.flatMap(leftover => findKnown(leftover, secrets))]
}

/** @returns for each key or session in it, where that is */
export const findKeys = ({ kind, where, bytes }: Leftover): string[] =>
  findKeyTexts(bytes).map(text => `${text.startsWith('slk_') ? 'a key' : 'a session'} in ${kind} ${where}`)

const findKnown = ({ kind, where, bytes }: Leftover, secrets: ReadonlyMap<string, string>): string[] =>
  [...secrets].flatMap(([name, secret]) =>
    formsOf(secret).some(form => bytes.includes(form)) ? [`${name} in ${kind} ${where}`] : [],
  )
