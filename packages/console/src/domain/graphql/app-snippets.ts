import { type Snippet, shellWord } from '../snippets.ts'

/**
 * Lines that run a query of an app, in the languages of those who paste them. The key stands in none of them.
 * @param url of the endpoint, with scheme and host @param query text of a document
 */
export function appSnippets(url: string, query: string): readonly Snippet[] {
  const body = JSON.stringify({ query })
  return [
    {
      language: 'curl',
      text: `curl ${shellWord(url)} \\\n  -H "Authorization: Bearer $SLUICE_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellWord(body)}`,
    },
    {
      language: 'JavaScript',
      text: `const answer = await fetch(${JSON.stringify(url)}, {\n  method: 'POST',\n  headers: {\n    Authorization: \`Bearer \${process.env.SLUICE_KEY}\`,\n    'Content-Type': 'application/json',\n  },\n  body: JSON.stringify({ query: ${JSON.stringify(query)} }),\n})\nconsole.log(await answer.json())`,
    },
    {
      language: 'Python',
      text: `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(url)},\n    data=json.dumps({"query": ${JSON.stringify(query)}}).encode(),\n    headers={\n        "Authorization": "Bearer " + os.environ["SLUICE_KEY"],\n        "Content-Type": "application/json",\n    },\n)\nprint(urllib.request.urlopen(request).read().decode())`,
    },
  ]
}
