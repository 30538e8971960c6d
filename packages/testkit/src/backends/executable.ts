import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setting } from './environment.ts'

/** @returns the program's file in the first folder of PATH that has it */
export async function findExecutable(name: string): Promise<string | undefined> {
  for (const folder of (setting('PATH') ?? '').split(delimiter)) {
    const file = join(folder, name)
    if (await isExecutable(file)) return file
  }
  return undefined
}

export const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
