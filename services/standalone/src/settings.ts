import * as data from '@sluice/data/settings'
import * as gateway from '@sluice/gateway/settings'
import * as keys from '@sluice/keys/settings'
import {
  authoritySettings,
  databaseSettings,
  embeddedTrustSettings,
  flag,
  type LiveConfig,
  listenSettings,
  type SettingDefinitions,
  setting,
  tracingSettings,
} from '@sluice/service-kit'
import * as webhookDispatcher from '@sluice/webhook-dispatcher/settings'
import { z } from 'zod'

/** The settings that say where a standalone Sluice lives. */
const embeddedSettings = {
  DATA_DIR: setting(z.string(), {
    description: 'Standalone: folder of the embedded store, bus and spool.',
    default: './data',
  }),
  SLUICE_DEMO: setting(flag, {
    description:
      'Standalone, on an empty data directory: 1 loads the demo (airports, routes, an app, a user, a webhook), 0 starts empty.',
    default: '1',
  }),
} satisfies SettingDefinitions

/** All that a standalone Sluice is told. */
export const standaloneSettings = {
  ...listenSettings,
  ...databaseSettings,
  ...authoritySettings,
  ...embeddedSettings,
  ...data.settings,
  ...gateway.settings,
  ...keys.settings,
  ...webhookDispatcher.settings,
  ...embeddedTrustSettings,
  ...tracingSettings,
}

export type StandaloneLive = LiveConfig<typeof standaloneSettings>
