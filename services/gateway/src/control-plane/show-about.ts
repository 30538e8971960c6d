import { hostname } from 'node:os'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { type ServiceFacts, serviceAnswer } from './service-facts.ts'

type Dependencies = {
  service: ServiceFacts
  /** The settings of this process by their names, secrets masked already. */
  shownSettings: Readonly<Record<string, string>>
}

const aboutAnswer = z
  .object({
    service: serviceAnswer,
    process: z.object({
      host: z.string(),
      node: z.string().meta({ description: 'The version of Node.js.' }),
      platform: z.string(),
    }),
    settings: z.record(z.string(), z.string()).meta({
      description: 'Those of the gateway that answers, defaults included; the values of secrets are masked.',
    }),
  })
  .meta({ id: 'About' })

/** `GET /admin/about`: which installation this is, and how the gateway that answers is set up. */
export const showAbout = ({ service, shownSettings }: Dependencies): Operation => ({
  id: 'showAbout',
  tag: 'admin',
  summary: 'Says which installation this is, of which version, with which settings',
  answers: { 200: aboutAnswer },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  examples: {
    answers: {
      200: {
        service: { id: 'sluice', version: '0.1.0', tier: 'shared', defaultDatabase: 'sluice' },
        process: { host: 'gateway-0', node: 'v24.10.0', platform: 'linux x64' },
        settings: { PORT: '8080', MONGODB_URI: '[secret]' },
      },
    },
  },
  async handle() {
    const { version: node, platform, arch } = process
    const settings = Object.fromEntries(Object.entries(shownSettings).map(([name, text]) => [name, withoutUser(text)]))
    return ok({ service, process: { host: hostname(), node, platform: `${platform} ${arch}` }, settings })
  },
})

/** A user and a password may stand in any address. */
const withoutUser = (text: string): string => text.replaceAll(/\/\/[^/@\s]*@/g, '//[secret]@')
