// The settings of Sluice, as the pages and the deployments are told of them.
import { clusterSettings } from '@sluice/cluster/settings'
import * as data from '@sluice/data/settings'
import * as gateway from '@sluice/gateway/settings'
import * as keys from '@sluice/keys/settings'
import * as mcp from '@sluice/mcp/settings'
import type { SettingDefinitions } from '@sluice/service-kit'
import { standaloneSettings } from '@sluice/standalone/settings'
import * as webhookDispatcher from '@sluice/webhook-dispatcher/settings'

/** Every setting, in the order in which an operator reads them. */
export const everySetting: SettingDefinitions = {
  ...standaloneSettings,
  ...clusterSettings,
  ...gateway.upstreamSettings,
  ...mcp.settings,
}

/** The settings by who is told them in a cluster. What only a gateway of a cluster is told, deployments set themselves. */
export const settingsByReader: Readonly<Record<string, SettingDefinitions>> = {
  'all services': clusterSettings,
  gateway: gateway.settings,
  data: data.settings,
  'graphql-apps': {},
  keys: keys.settings,
  mcp: {},
  'webhook-dispatcher': webhookDispatcher.settings,
}
