import { z } from 'zod'
import type { CallerView, ToolAsk } from '../../listing/caller-view.ts'
import type { ToolOffer } from '../tool.ts'

const ID = /^[A-Za-z0-9-]{1,100}$/

export const webhookArgument = z.string().regex(ID, 'It is the id of a webhook.')
export const logArgument = z.string().regex(ID, 'It is the id of an entry of the log.')
export const eventArgument = z.uuid().optional().meta({ description: 'The id of an event that was kept.' })

/** Offers a tool where one of these requests could be let in. */
export const offerAsks =
  (name: string, ...asks: readonly ToolAsk[]) =>
  (view: CallerView): ToolOffer => ({ isOffered: view.mayAsk(name, asks) })
