import { DatabaseNameTakenError } from './errors.ts'

/**
 * Whether a database may come beside those that are there.
 * @throws DatabaseNameTakenError where one of another name has the same letters. Two that are there already stay two
 */
export function checkDatabaseName(name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  const twin = known.find(each => each.toLowerCase() === name.toLowerCase())
  if (twin === undefined) return
  throw new DatabaseNameTakenError(
    `There is a database "${twin}", and names may not differ in the case of letters alone. Use that one, or choose another name.`,
  )
}
