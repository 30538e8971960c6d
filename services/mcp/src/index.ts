export { createMcp } from './create-mcp.ts'
