import { channel } from 'node:diagnostics_channel'

/** The steps of an event between which a dispatcher may die, in their order. */
export type EventStep = 'after-fetch' | 'after-match' | 'before-send' | 'after-send' | 'after-log' | 'before-commit'

const steps = channel('sluice:webhook-dispatcher:step')

/**
 * Tells whoever watches this process from within, as `{step, id}` on the diagnostics channel
 * `sluice:webhook-dispatcher:step`; a comparison where nobody does.
 * @param id of the event; from `before-send` to `after-log` of the delivery
 */
export function atStep(step: EventStep, id: string): void {
  if (steps.hasSubscribers) steps.publish({ step, id })
}
