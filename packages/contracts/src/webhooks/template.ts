import { z } from 'zod'

/** What a template is rendered for: values are escaped for it. */
const templateForm = z.enum(['json', 'html', 'subject', 'text'])
export type TemplateForm = z.infer<typeof templateForm>

/** A template and what it is to show: a view, or an event that was kept. */
export const templateQuestion = z
  .strictObject({
    template: z.string().max(65_536),
    as: templateForm,
    view: z.record(z.string(), z.unknown()).optional(),
    event: z.uuid().optional(),
  })
  .refine(({ view, event }) => (view === undefined) !== (event === undefined), {
    error: 'Send either a view or an event.',
    path: ['view'],
  })

/** `validJson` is null for what is not meant to be JSON. `variables`: the names in the template, as they stand there. */
export const templatePreview = z.object({
  output: z.string(),
  validJson: z.boolean().nullable(),
  variables: z.array(z.string()),
})

/** A template to begin with. `subject`: of a mail. */
export const readyTemplate = z
  .object({
    id: z.string(),
    title: z.string(),
    as: templateForm,
    template: z.string(),
    subject: z.string().optional(),
  })
  .meta({
    id: 'WebhookTemplate',
    examples: [{ id: 'slack', title: 'Slack message', as: 'json', template: '{"text":"{{summary}}"}' }],
  })
export type ReadyTemplate = z.infer<typeof readyTemplate>
