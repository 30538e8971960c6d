/** The states of an app in one process. */
export const appStates = {
  none: 'Nothing is stored under its id, or what is no app.',
  off: 'It is stored with `enabled: false`: its address is known, and nothing is served there.',
  live: 'Its address and version are known; it is read and compiled when it is asked for.',
  loaded: 'It is compiled, and answers.',
  unusable: 'It does not compile: nothing is served at its address, and the log says so once.',
} as const

/** What happens to an app in one process. */
export const appEvents = {
  enabled: 'The change log tells of a version that is enabled, or all apps are read anew.',
  disabled: 'The change log tells of a version that is not enabled.',
  removed: 'The change log tells of its end, or of a version that can not be read.',
  compiled: 'It is asked for, and compiles.',
  faulty: 'It is asked for, and does not compile.',
  overtaken: 'It is asked for, and what is stored by then is off line, elsewhere or gone.',
  displaced: 'Apps that were asked for later need its room.',
} as const

type AppState = keyof typeof appStates
type AppEvent = keyof typeof appEvents

/** The event does not come in this state, or changes nothing. */
const no = 'never'

export type AppLife = Record<AppEvent, Record<AppState, AppState | typeof no>>

/** The life of an app in one process: into which state each event brings it from each state. */
// biome-ignore format: it is read as a table
export const appLife = {
  enabled:   { none: 'live', off: 'live', live: 'live',     loaded: 'live', unusable: 'live' },
  disabled:  { none: 'off',  off: 'off',  live: 'off',      loaded: 'off',  unusable: 'off' },
  removed:   { none: no,     off: 'none', live: 'none',     loaded: 'none', unusable: 'none' },
  compiled:  { none: no,     off: no,     live: 'loaded',   loaded: no,     unusable: no },
  faulty:    { none: no,     off: no,     live: 'unusable', loaded: no,     unusable: no },
  overtaken: { none: no,     off: no,     live: 'live',     loaded: no,     unusable: no },
  displaced: { none: no,     off: no,     live: no,         loaded: 'live', unusable: 'live' },
} as const satisfies AppLife
