import { z } from 'zod'
import type { ToolProblem } from '../../inner/tool-requester.ts'
import type { CallerView } from '../../listing/caller-view.ts'
import type { ToolApp } from '../../listing/live-tool-apps.ts'
import { refuseArguments, type ToolCall, type ToolOffer } from '../tool.ts'

export const appArgument = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The address of the GraphQL app, without /graphql/.' })

type AppTarget = { kind: 'app'; app: ToolApp; target: string }

/** An app that runs any document, not only those that are registered with it. */
const runsAny = ({ isTrustedOnly }: ToolApp): boolean => !isTrustedOnly

/** Offers a tool for the apps that the caller may ask. */
export const offerApps =
  (name: string, wanted = runsAny) =>
  (view: CallerView): ToolOffer => {
    const values = view.apps(name, wanted).map(({ uri }) => uri)
    return { isOffered: values.length > 0, choices: { property: 'app', values } }
  }

export const offerAllApps = (name: string) => offerApps(name, () => true)

/** Finds an app that is offered to the caller of a tool. */
export function findApp(uri: string, tool: string, { view, ...call }: ToolCall): AppTarget | ToolProblem {
  const app = view.apps(tool).find(one => one.uri === uri)
  if (app) return { kind: 'app', app, target: graphqlTarget(app) }
  return refuseArguments([{ path: 'app', message: 'There is no app at this address here.' }], { view, ...call })
}

/** The path at which an app answers, percent-encoded. */
export const graphqlTarget = ({ uri }: Pick<ToolApp, 'uri'>): string =>
  `/graphql/${uri.split('/').map(encodeURIComponent).join('/')}`
