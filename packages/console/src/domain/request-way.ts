/** What an exchange tells of the program that has made it. */
type RequestWay = { client?: string | undefined; through?: { tool: string } | undefined }

/** Says in a few words by which program or tool a request came; empty where neither is known. */
export function wayWords({ client, through }: RequestWay): string {
  const parts = [...(through ? [`tool ${through.tool}`] : []), ...(client ? [client] : [])]
  return parts.length === 0 ? '' : `by ${parts.join(', ')}`
}
