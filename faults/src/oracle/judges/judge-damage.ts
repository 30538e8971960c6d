import { type PromiseVerdict, verdict } from '../verdict.ts'

type SpoolDamage = {
  /** What the rig damaged. */
  records: number
  /** What the gateways counted as damaged. */
  counted: number
  /** Files of damaged bytes that they put aside. */
  setAside: number
}

/** A damaged record is counted and put aside for whoever wants to look, and nothing else is (F11). */
export function judgeDamage({ records, counted, setAside }: SpoolDamage): PromiseVerdict {
  return verdict('O', `${records} damaged, ${counted} counted, ${setAside} set aside`, [
    ...(counted === records ? [] : [`${records} records were damaged, and ${counted} were counted`]),
    ...(setAside === records ? [] : [`${records} records were damaged, and ${setAside} were set aside`]),
  ])
}
