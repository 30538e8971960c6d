/** Texts as they were meant: quotes and escapes are gone. Offsets count UTF-16 units from 0. */
export type Value = { text: string; offset: number }

/** `name` is undefined where values stand for the default parameter. */
export type Argument = { name: string | undefined; offset: number; values: readonly Value[] }

export type CallSyntax = { kind: 'call'; name: string; offset: number; arguments: readonly Argument[] }

/** What a text says, before anyone knows which predicates there are. */
export type Syntax = CallSyntax | { kind: 'not'; child: Syntax } | { kind: 'and' | 'or'; children: readonly Syntax[] }

/** Why a text is refused, and where. */
export type SyntaxFault = { kind: 'fault'; offset: number; message: string }

export function fault(offset: number, message: string): SyntaxFault {
  return { kind: 'fault', offset, message }
}
