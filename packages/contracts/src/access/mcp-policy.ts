import { z } from 'zod'

const MAX_PATTERNS = 100

const pattern = z
  .string('It is a text.')
  .min(1, 'It is a name, or the beginning of one with * behind it.')
  .max(200, 'It has 200 characters at most.')
  .regex(/^[^*]*\*?$/, 'A * stands alone or at the end.')

const patterns = z
  .array(pattern, 'It must be a list of texts.')
  .min(1, 'It must name at least one; leave it out where it narrows nothing.')
  .max(MAX_PATTERNS, `It may name ${MAX_PATTERNS} at most.`)
  .refine(names => new Set(names).size === names.length, { message: 'Each may stand here once.' })

/** The `mcp` block of a permission: what an assistant may be offered that comes in by it. It only narrows what the ACL allows. */
export const mcpPolicy = z
  .strictObject({
    tools: patterns.optional(),
    collections: patterns.optional(),
    apps: patterns.optional(),
    write: z.boolean('It is true or false.').optional(),
    confirm: z.enum(['offer', 'require', 'off'], 'It is "offer", "require" or "off".').optional(),
    maxResultBytes: z
      .int('It is a whole number of bytes.')
      .min(1024, 'It is 1,024 to 1,048,576 bytes.')
      .max(1_048_576, 'It is 1,024 to 1,048,576 bytes.')
      .optional(),
  })
  .meta({ id: 'McpPolicy' })
export type McpPolicy = z.infer<typeof mcpPolicy>
