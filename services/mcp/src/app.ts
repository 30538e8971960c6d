import type { Route } from '@sluice/service-kit'
import { type CallMcpDependencies, callMcp } from './routes/call-mcp.ts'
import { type ExplainMcpDependencies, explainMcp } from './routes/explain-mcp.ts'

/** What the MCP service serves. */
export const routes = (dependencies: CallMcpDependencies & ExplainMcpDependencies): readonly Route[] => [
  ['POST', '/mcp', callMcp(dependencies)],
  ['POST', '/mcp/explain', explainMcp(dependencies)],
]
