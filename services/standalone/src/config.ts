import {
  authoritySettings,
  databaseSettings,
  embeddedSettings,
  embeddedTrustSettings,
  firstOwnerSettings,
  gatewaySettings,
  keySettings,
  type LiveConfig,
  listenSettings,
  tracingSettings,
  webhookSettings,
} from '@sluice/service-kit'

export const standaloneSettings = {
  ...listenSettings,
  ...databaseSettings,
  ...authoritySettings,
  ...embeddedSettings,
  ...firstOwnerSettings,
  ...gatewaySettings,
  ...keySettings,
  ...webhookSettings,
  ...embeddedTrustSettings,
  ...tracingSettings,
}

export type StandaloneLive = LiveConfig<typeof standaloneSettings>
