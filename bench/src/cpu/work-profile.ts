/** A part of a process's time, as a share of what it was busy. */
export type TimeShare = { name: string; share: number }

/** Where a process's time goes: by whose code it is, and the functions that take most of it themselves. */
export type TimeUse = { origins: TimeShare[]; functions: TimeShare[] }

/** Where the time of a process goes in the work whose figures begin with `work`. */
export type WorkProfile = TimeUse & { work: string; process: string }
