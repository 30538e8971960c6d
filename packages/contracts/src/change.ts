import { z } from 'zod'

/** What is kept live in every process: each has its own counter in the change log. */
export const changeTopic = z.enum(['keys', 'users', 'sessions', 'acl', 'plugins', 'apps', 'webhooks', 'watches'])
export type ChangeTopic = z.infer<typeof changeTopic>

export const changeSequence = z.int().nonnegative()

/** One entry of the change log: something about `id` was written, as number `sequence` of its topic. */
export const change = z.object({ topic: changeTopic, sequence: changeSequence, id: z.string() })
export type LoggedChange = z.infer<typeof change>

/** The highest sequence per topic that somebody has seen. Topics that are missing have seen nothing. */
export const changePositions = z.partialRecord(changeTopic, changeSequence)
export type ChangePositions = z.infer<typeof changePositions>
