import type { Argument, CallSyntax, Syntax } from './syntax.ts'

/** The normal form: single quotes, single spaces, no comments; it reads back as the same tree. */
export function printSyntax(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'call':
      return printCall(syntax)
    case 'not':
      return `not ${printInside(syntax.child, isChain(syntax.child))}`
    case 'and':
      return syntax.children.map(child => printInside(child, isChain(child))).join(' and ')
    case 'or':
      return syntax.children.map(child => printInside(child, child.kind === 'or')).join(' or ')
  }
}

function isChain({ kind }: Syntax): boolean {
  return kind === 'and' || kind === 'or'
}

function printInside(syntax: Syntax, needsBrackets: boolean): string {
  return needsBrackets ? `(${printSyntax(syntax)})` : printSyntax(syntax)
}

function printCall({ name, arguments: all }: CallSyntax): string {
  return all.length === 0 ? name : `${name}(${all.map(printArgument).join(', ')})`
}

function printArgument({ name, values }: Argument): string {
  const list = values.map(({ text }) => printValue(text)).join(', ')
  if (name === undefined) return list
  return values.length === 1 ? `${name}=${list}` : `${name}={${list}}`
}

/** A text that ends in a backslash can only have been a bare word: no quoted one can end so. */
function printValue(text: string): string {
  return text.endsWith('\\') ? text : `'${text.replaceAll("'", "\\'")}'`
}
