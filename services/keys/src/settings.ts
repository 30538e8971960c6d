import { type Config, type SettingDefinitions, setting, wholeNumber } from '@sluice/service-kit'

/** What the keys service is told beside what every process is told. */
export const settings = {
  KEYS_MAX_EXPIRES_IN_DAYS: setting(wholeNumber(1, 3650), {
    description: 'Longest lifetime of an API key in days.',
    default: '365',
  }),
  KEYS_MAX_PER_USER: setting(wholeNumber(1, 1000), {
    description: 'Most keys that work at once per user.',
    default: '10',
  }),
  KEYS_CAPACITY: setting(wholeNumber(1, 10_000_000), {
    description: 'Most keys on the whole service; each gateway holds them in memory (about 400 bytes each).',
    default: '100000',
  }),
} satisfies SettingDefinitions

/** What the settings come to: the same in one process and in a cluster. */
export const settingsFrom = (config: Config<typeof settings>) => ({
  /** Longest lifetime of a key in days. */
  maxExpiresInDays: config.KEYS_MAX_EXPIRES_IN_DAYS,
  /** Most keys of a user that work at once; a permission may say otherwise. */
  maxPerUser: config.KEYS_MAX_PER_USER,
  /** Most keys that work at once on the whole service. */
  capacity: config.KEYS_CAPACITY,
})
