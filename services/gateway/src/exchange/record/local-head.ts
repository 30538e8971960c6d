import type { HeaderList } from '@sluice/contracts'
import { browserShield } from '../../domain/browser-shield.ts'
import { isConsole } from '../../domain/console/console-mark.ts'
import type { Arrival } from '../arrive/arrival.ts'

/** Asks for a user name and a password. */
export const BASIC = 'Basic realm="Sluice", charset="UTF-8"'
const BEARER = 'Bearer realm="Sluice"'

/** Says who is answered. Each is asked for credentials in another way. */
export type Addressee = 'anybody' | 'console' | 'assistant'

/** The headers of an answer, as pairs and as names and values in turn, and the same with the browser shield. */
export type LocalHead = { list: HeaderList; headers: readonly string[]; shielded: readonly string[] }

const challengedAs: Record<Addressee, (headers: HeaderList) => HeaderList> = {
  anybody: headers => headers,
  /** For a challenge of Basic, browsers open a password window of their own over the page of the console. */
  console: headers => headers.map(([name, value]) => [name, value === BASIC ? BEARER : value]),
  /** Clients of assistants send keys: what they can do comes first. */
  assistant: headers =>
    headers.flatMap(
      ([name, value]): HeaderList =>
        value === BASIC
          ? [
              [name, BEARER],
              [name, value],
            ]
          : [[name, value]],
    ),
}

const isMcp = ({ request }: Arrival): boolean => /^\/mcp(?:[/?]|$)/.test(request.url ?? '')

export function addresseeOf(arrival: Arrival): Addressee {
  if (isConsole(name => arrival.headers.get(name))) return 'console'
  return isMcp(arrival) ? 'assistant' : 'anybody'
}

export function localHead(given: HeaderList, addressee: Addressee): LocalHead {
  const list = challengedAs[addressee](given)
  const headers = list.flat()
  return { list, headers, shielded: [...headers, ...browserShield(headers)] }
}
