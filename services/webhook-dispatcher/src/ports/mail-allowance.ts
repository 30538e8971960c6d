import type { AllowanceState } from '../domain/execution/mail-allowance.ts'

/** `held`: this delivery has its place since an earlier attempt. */
export type Reservation = { kind: 'reserved' } | { kind: 'held' } | { kind: 'reached'; state: AllowanceState }

/** Counts the recipients of a UTC day, over all processes. */
export type MailAllowance = {
  /** All or none, in one step, once for each delivery. Durable when it resolves. @param id of the delivery */
  reserve(id: string, recipients: number): Promise<Reservation>
  /** Gives back what was reserved by this id. */
  release(id: string): Promise<void>
  today(): Promise<AllowanceState>
}
