/** The states of a delivery. Its entry in the log is `pending` in each of them but the last. */
export const deliveryStates = {
  queued: 'A process has it, with its event or from the store, and has not begun: it is to get a slot of its target.',
  sending: 'An attempt is made, or what came of it is written.',
  waiting: 'It is in the store for a reason, and nobody holds it.',
  free: 'Its claim was given back as if it had never been taken: its event comes again, or the store has it as before.',
  left: 'Somebody else brings it to its end: who holds it now, or who takes it when its claim has run out.',
  ended: 'Its entry has its result.',
} as const

/** What happens to a delivery, in the words of the code and of the metrics. */
export const deliveryEvents = {
  admitted: 'It has a slot, its webhook has room in this minute, and its target answers.',
  full: 'Too much waits in memory for its target, it has waited there for too long, or too many names are looked up.',
  held: 'Its webhook has had its number of attempts of this minute.',
  unwell: 'Its target does not answer.',
  unreadable: 'This version of Sluice can not read its webhook, or what waits: it is left to a process that can.',
  retry: 'An attempt has failed, and another one follows.',
  redelivery: 'Somebody asks for it once more: that is an execution of its own.',
  success: 'The target has taken it; that stands, also where somebody else has come to another end meanwhile.',
  failed: 'The last attempt has failed, it can not be rendered, or there is no room for it to wait.',
  skipped: 'Its webhook was disabled or deleted, webhooks were switched off, or it was judged late and is no match.',
  stopped: 'The process ends before it has begun.',
  unsure: 'Nothing was begun: this process was behind, or the store could not be asked whether it may be sent.',
  left: 'Somebody else has the right to it.',
  unknown: 'The process ends before it is known, or written, what came of it.',
  taken: 'A process claims it.',
} as const

type DeliveryState = keyof typeof deliveryStates
type DeliveryEvent = keyof typeof deliveryEvents

/** The event does not come in this state, or changes nothing. */
const no = 'never'

export type DeliveryLife = Record<DeliveryEvent, Record<DeliveryState, DeliveryState | typeof no>>

/** The life of a delivery: into which state each event brings it from each state. */
// biome-ignore format: it is read as a table
export const deliveryLife = {
  admitted:   { queued: 'sending', sending: no,        waiting: no,       free: no,       left: no,       ended: no },
  full:       { queued: 'waiting', sending: 'waiting', waiting: no,       free: no,       left: no,       ended: no },
  held:       { queued: 'waiting', sending: no,        waiting: no,       free: no,       left: no,       ended: no },
  unwell:     { queued: 'waiting', sending: no,        waiting: no,       free: no,       left: no,       ended: no },
  unreadable: { queued: 'waiting', sending: no,        waiting: no,       free: no,       left: no,       ended: no },
  retry:      { queued: no,        sending: 'waiting', waiting: no,       free: no,       left: no,       ended: no },
  redelivery: { queued: no,        sending: no,        waiting: no,       free: no,       left: no,       ended: 'waiting' },
  success:    { queued: no,        sending: 'ended',   waiting: no,       free: no,       left: no,       ended: 'ended' },
  failed:     { queued: 'ended',   sending: 'ended',   waiting: no,       free: no,       left: no,       ended: no },
  skipped:    { queued: 'ended',   sending: no,        waiting: no,       free: no,       left: no,       ended: no },
  stopped:    { queued: 'free',    sending: no,        waiting: no,       free: no,       left: no,       ended: no },
  unsure:     { queued: 'free',    sending: 'free',    waiting: no,       free: no,       left: no,       ended: no },
  left:       { queued: 'left',    sending: 'left',    waiting: no,       free: no,       left: no,       ended: no },
  unknown:    { queued: 'left',    sending: 'left',    waiting: no,       free: no,       left: no,       ended: no },
  taken:      { queued: no,        sending: no,        waiting: 'queued', free: 'queued', left: 'queued', ended: no },
} as const satisfies DeliveryLife

type Cells = typeof deliveryLife

/** The events that bring a delivery from one state into one of others. */
export type EventFrom<From extends DeliveryState, To extends DeliveryState> = {
  [E in DeliveryEvent]: Cells[E][From] extends To ? E : never
}[DeliveryEvent]

type EventInto<To extends DeliveryState> = {
  [E in DeliveryEvent]: To extends Cells[E][DeliveryState] ? E : never
}[DeliveryEvent]

/** Why a delivery waits in the store. */
export type WaitingReason = EventInto<'waiting'>

/** Why a delivery that has not begun has to be put into the store, by whoever has it. */
export type QueuedWaitingReason = EventFrom<'queued', 'waiting'>

/** The state of a delivery when this process has nothing more to do with it. */
export type RestingState = Exclude<DeliveryState, 'queued' | 'sending'>

/** What comes of bringing a delivery on. */
export type DeliveryEnd = RestingState | QueuedWaitingReason

const isEvent = (word: string): word is DeliveryEvent => Object.hasOwn(deliveryLife, word)
const leadsInto = (event: DeliveryEvent, state: DeliveryState): boolean =>
  Object.values<string>(deliveryLife[event]).includes(state)
const events = Object.keys(deliveryLife).filter(isEvent)

/** Every reason to wait: the values of what is stored, and the labels of a metric. */
export const waitingReasons = events.filter((event): event is WaitingReason => leadsInto(event, 'waiting'))

/** Every status in which an execution ends: the labels of a metric. */
export const endStatuses = events.filter((event): event is EventInto<'ended'> => leadsInto(event, 'ended'))

export const isAside = (word: DeliveryEvent | DeliveryState): word is QueuedWaitingReason =>
  isEvent(word) && deliveryLife[word].queued === 'waiting'

/** What comes of a delivery that has not begun: a reason to wait is for whoever has it to put it into the store. */
export const endBy = (event: EventFrom<'queued', RestingState>): DeliveryEnd =>
  isAside(event) ? event : deliveryLife[event].queued
