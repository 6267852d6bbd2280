import { environment } from '#kernel/config.ts'
import { imageCommand, rollingTag } from './image.ts'

const offered = environment.filter(({ advanced }) => !advanced)

/** Makes "Discord client ID" from DISCORD_CLIENT_ID. */
function label(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\bid(s?)\b/, 'ID$1')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** The console line by which panels recognize that the server is running. */
export const readyWord = '"msg":"ready"'

/** The folder in which Pterodactyl and Pelican keep files; nothing else is kept. */
const panelHome = '/home/container'

/** An egg in the format that Pterodactyl and Pelican both import (PTDL_v2). */
export const egg = (): string =>
  `${JSON.stringify(
    {
      meta: { version: 'PTDL_v2', update_url: null },
      name: 'Palisade',
      author: 'palisade@example.org',
      description: 'A self-hosted Discord bot and its dashboard in one process',
      features: null,
      docker_images: { [rollingTag]: rollingTag },
      file_denylist: [],
      startup: `cd /app && DATA_DIR=${panelHome}/data exec ${imageCommand.join(' ')}`,
      config: {
        files: '{}',
        startup: JSON.stringify({ done: readyWord }),
        logs: '{}',
        stop: '^C',
      },
      scripts: {
        installation: {
          script: '#!/bin/bash\nmkdir -p /mnt/server/data',
          container: 'node:24-bookworm-slim',
          entrypoint: 'bash',
        },
      },
      variables: offered.map(({ name, fallback, required, meaning }) => ({
        name: label(name),
        description: meaning,
        env_variable: name,
        default_value: fallback?.includes('<') ? '' : (fallback ?? ''),
        user_viewable: true,
        user_editable: true,
        rules: `${required ? 'required' : 'nullable'}|string|max:200`,
        field_type: 'text',
      })),
    },
    undefined,
    2,
  )}\n`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A template for Unraid's container page. Its users own files as 99:100. */
export function unraid(): string {
  const config = (attributes: Record<string, string>, value: string) =>
    `  <Config ${Object.entries(attributes)
      .map(([name, text]) => `${name}="${escaped(text)}"`)
      .join(' ')}>${escaped(value)}</Config>`
  const variables = offered.map(({ name, fallback, required, meaning, secret }) =>
    config(
      {
        Name: label(name),
        Target: name,
        Default: fallback?.includes('<') ? '' : (fallback ?? ''),
        Description: meaning,
        Type: 'Variable',
        Display: required ? 'always' : 'advanced',
        Required: String(required),
        Mask: String(secret),
      },
      '',
    ),
  )
  const place = { Display: 'always', Required: 'true', Mask: 'false' }
  return `<?xml version="1.0"?>
<Container version="2">
  <Name>palisade</Name>
  <Repository>${rollingTag}</Repository>
  <Network>bridge</Network>
  <Overview>A self-hosted Discord bot and its dashboard in one process.</Overview>
  <Category>Tools:</Category>
  <WebUI>http://[IP]:[PORT:3000]/</WebUI>
  <ExtraParams>--user 99:100 --init</ExtraParams>
${[
  config({ Name: 'Dashboard', Target: '3000', Default: '3000', Mode: 'tcp', Type: 'Port', ...place }, '3000'),
  config(
    { Name: 'Data', Target: '/data', Default: '/mnt/user/appdata/palisade', Mode: 'rw', Type: 'Path', ...place },
    '/mnt/user/appdata/palisade',
  ),
  ...variables,
].join('\n')}
</Container>
`
}
