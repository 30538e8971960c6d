import {
  type Config,
  databaseSettings,
  embeddedSettings,
  embeddedTrustSettings,
  firstOwnerSettings,
  gatewaySettings,
  keySettings,
  listenSettings,
  webhookSettings,
} from '@sluice/service-kit'

export const standaloneSettings = {
  ...listenSettings,
  ...databaseSettings,
  ...embeddedSettings,
  ...firstOwnerSettings,
  ...gatewaySettings,
  ...keySettings,
  ...webhookSettings,
  ...embeddedTrustSettings,
}

export type StandaloneConfig = Config<typeof standaloneSettings>
