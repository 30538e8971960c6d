/** What launchers of tests take from the environment, read at each use. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env

/** A setting; an empty one counts as not set. */
export const setting = (name: string): string | undefined => environment()[name] || undefined
