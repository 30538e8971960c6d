import type { Scope } from '../attributes.ts'
import type { PredicateCheck } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { combine, negate, type Truth } from '../truth.ts'
import type { PredicateNode } from './compile.ts'
import { evaluateCheck } from './evaluate.ts'

/** What an expression comes to whatever the open parts of a request hold: `open` where they decide. */
export type Foresight = 'holds' | 'fails' | 'open'

/** The results that a part of an expression may have. */
type Outcomes = readonly Truth[]

const EVERYTHING: Outcomes = [true, false, 'unknown']

/**
 * Says what an expression comes to for a request of which method, path, caller and address are known, and query, headers,
 * cookies, body and protocol are open. Parts are looked at apart: `open` may be said of an expression that could not but hold.
 */
export function foresee(root: PredicateNode, known: Exchange, scope: Scope): Foresight {
  const outcomes = outcomesOf(root, { ...watchOpenParts(known), scope, hasOpenBindings: false })
  if (!outcomes.includes(true)) return 'fails'
  return outcomes.length === 1 ? 'holds' : 'open'
}

type WatchedExchange = {
  exchange: Exchange
  /** Whether an open part has been read since the last call. */
  takeRead(): boolean
}

type Foreseeing = WatchedExchange & {
  scope: Scope
  /** Something that later parts may read was bound, or not, by an open part. */
  hasOpenBindings: boolean
}

function outcomesOf(node: PredicateNode, foreseeing: Foreseeing): Outcomes {
  switch (node.kind) {
    case 'check':
      return outcomesOfCheck(node.check, foreseeing)
    case 'not':
      return outcomesOf(node.child, foreseeing).map(negate)
    case 'and':
    case 'or': {
      const decisive = node.kind === 'or'
      let outcomes: Outcomes = [!decisive]
      for (const child of node.children) {
        const others = outcomesOf(child, foreseeing)
        outcomes = distinct(outcomes.flatMap(left => others.map(right => combine(left, right, decisive))))
      }
      return outcomes
    }
  }
}

function outcomesOfCheck(check: PredicateCheck, foreseeing: Foreseeing): Outcomes {
  const { exchange, scope, takeRead } = foreseeing
  const truth = evaluateCheck(check, exchange, scope)
  const isOpen = takeRead() || foreseeing.hasOpenBindings
  if (isOpen && scope && check.binds?.length) foreseeing.hasOpenBindings = true
  return isOpen ? EVERYTHING : [truth]
}

const distinct = (outcomes: Outcomes): Outcomes => [...new Set(outcomes)]

/** The same exchange, with nothing in its open parts, and a note of whether one was read. */
function watchOpenParts(known: Exchange): WatchedExchange {
  let hasRead = false
  const open = <T>(value: T): T => {
    hasRead = true
    return value
  }
  const exchange: Exchange = {
    ...known,
    query: { getAll: () => open([]), has: () => open(false), keys: () => open([]) },
    get queryString() {
      return open('')
    },
    get isSecure() {
      return open(false)
    },
    get protocol() {
      return open('')
    },
    url: () => open(''),
    header: () => open(undefined),
    cookie: () => open(undefined),
    requestBody: () => open(undefined),
    needsCredentials() {
      const needs = known.needsCredentials?.()
      return needs === undefined ? open(needs) : needs
    },
  }
  return {
    exchange,
    takeRead() {
      const had = hasRead
      hasRead = false
      return had
    },
  }
}
