import {
  type Config,
  dataSettings,
  firstStartSettings,
  gatewaySettings,
  keySettings,
  listenSettings,
  trustSettings,
  webhookSettings,
} from '@sluice/service-kit'

export const standaloneSettings = {
  ...listenSettings,
  ...dataSettings,
  ...firstStartSettings,
  ...gatewaySettings,
  ...keySettings,
  ...webhookSettings,
  ...trustSettings,
}

export type StandaloneConfig = Config<typeof standaloneSettings>
