import { formsOf } from './forms-of.ts'
import type { Leftover } from './leftover.ts'

/** @returns where which secret was found: its name, never the secret itself */
export function findLeaks(leftovers: readonly Leftover[], secrets: ReadonlyMap<string, string>): string[] {
  return [...secrets].flatMap(([name, secret]) => {
    const forms = formsOf(secret)
    const isIn = ({ bytes }: Leftover) => forms.some(form => bytes.includes(form))
    return leftovers.filter(isIn).map(({ kind, where }) => `${name} in ${kind} ${where}`)
  })
}
