import {
  type Config,
  type Follow,
  flag,
  type Secret,
  type SettingDefinitions,
  secret,
  setting,
} from '@sluice/service-kit'
import { z } from 'zod'

/** What the data service is told beside what every process is told. */
export const settings = {
  SLUICE_ADMIN_PASSWORD: setting<Secret | undefined>(
    z
      .string()
      .min(8, { error: 'must have at least 8 characters' })
      .max(1024)
      .transform(text => secret(text))
      .optional(),
    {
      description:
        'Password of the first owner, "admin". Used only when no owner can sign in, and by SLUICE_RESTORE_OWNER; a cluster without an owner needs it. From a file: also when another one comes to stand in it.',
      isSecret: true,
      isLive: true,
    },
  ),
  SLUICE_RESTORE_OWNER: setting(flag, {
    description:
      'For one start, when nobody can sign in as the owner. 1: "admin" is enabled, gets the root role and the password SLUICE_ADMIN_PASSWORD (standalone without one: a new one, printed once).',
  }),
} satisfies SettingDefinitions

type DataConfig = Config<typeof settings>

/** The settings at each moment: the owner's password may be replaced in its file. */
type LiveDataConfig = {
  current(): DataConfig
  follow(name: 'SLUICE_ADMIN_PASSWORD'): Follow<DataConfig['SLUICE_ADMIN_PASSWORD']>
}

/** What the settings come to: the same in one process and in a cluster. */
export const settingsFrom = (live: LiveDataConfig) => ({
  firstOwnerPassword: live.current().SLUICE_ADMIN_PASSWORD,
  restoresOwner: live.current().SLUICE_RESTORE_OWNER,
  followOwnerPassword: live.follow('SLUICE_ADMIN_PASSWORD'),
})
