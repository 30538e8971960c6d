import { createInterface } from 'node:readline'
import type { Terminal } from '../output/terminal.ts'
import type { ListenerDesk } from './listener-desk.ts'

type DeskKeys = { terminal: Terminal; desk: ListenerDesk; quit(): void; pageOf(eventId: string): string }

const HELP = 'r N sends number N again, d N shows it whole, o N prints its page, q ends.'

/** Does what somebody types while deliveries come. @returns to be called at the end */
export function followKeys({ terminal, desk, quit, pageOf }: DeskKeys): () => void {
  const reader = createInterface({ input: process.stdin })
  terminal.note(HELP)
  reader.on('line', line => {
    const [, key, digits = ''] = /^([rdoq])\s*(\d{0,9})$/.exec(line.trim()) ?? []
    const number = Number(digits)
    if (key === 'q') quit()
    else if (key === 'r') void desk.sendAgain(number)
    else if (key === 'd') desk.show(number)
    else if (key === 'o') printPage(desk.eventOf(number))
    else terminal.note(HELP)
  })
  const printPage = (eventId: string | undefined): void => {
    if (eventId !== undefined) terminal.print(pageOf(eventId))
  }
  return () => reader.close()
}
