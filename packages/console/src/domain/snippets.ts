/** Lines that try a key, in the languages of those who paste them. The key itself stands in none of them. */
export type Snippet = { language: string; text: string }

/** A word that a POSIX shell reads as exactly this text. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** @param origin scheme, host and port of the gateway */
export function keySnippets(origin: string): readonly Snippet[] {
  const url = `${origin}/whoami`
  return [
    { language: 'curl', text: `curl ${shellWord(url)} \\\n  -H "Authorization: Bearer $SLUICE_KEY"` },
    {
      language: 'JavaScript',
      text: `const answer = await fetch(${JSON.stringify(url)}, {\n  headers: { Authorization: \`Bearer \${process.env.SLUICE_KEY}\` },\n})\nconsole.log(await answer.json())`,
    },
    {
      language: 'Python',
      text: `import os, urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(url)},\n    headers={"Authorization": "Bearer " + os.environ["SLUICE_KEY"]},\n)\nprint(urllib.request.urlopen(request).read().decode())`,
    },
  ]
}
