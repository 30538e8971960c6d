import { type SettingDefinitions, setting } from '@sluice/service-kit'
import { z } from 'zod'

/** What the MCP service of a cluster is told beside what every process is told. */
export const settings = {
  GATEWAY_URL: setting(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }), {
    description:
      'Cluster: where the service mcp finds the gateways, like http://host:8080: what an assistant asks for goes in there.',
  }),
} satisfies SettingDefinitions
