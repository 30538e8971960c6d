import type { Route } from '@sluice/service-kit'
import { type CallMcpDependencies, callMcp } from './routes/call-mcp.ts'

/** What the MCP service serves. */
export const routes = (dependencies: CallMcpDependencies): readonly Route[] => [['POST', '/mcp', callMcp(dependencies)]]
