import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import general from '#features/general/contract.ts'
import { commandsQuery } from '#web/app/commands.ts'
import { useProductName } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { blindLookup, type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import type { MessageView } from '#web/ui/discord/model.ts'
import { plain } from './plain.ts'
import './prefix-preview.css'

/** Stands for the bot in the preview; no real account has it. */
const botId = '0'

/** How a command looks with the prefix as it is typed, Discord-true. */
export function PrefixPreview({ prefix }: { prefix: string }) {
  const { user } = useAuth()
  const product = useProductName()
  const face = useAvatarUrl(user, 64)
  // Usages come with the default prefix, one character long.
  const ping = useQuery(commandsQuery).data?.commands.find(({ name }) => name === 'ping')
  const problem = general.settings.shape.prefix.safeParse(prefix).error?.issues[0]?.message
  const name = user?.username ?? 'User'
  const [timestamp] = useState(() => new Date().toISOString())
  const typed: MessageView = {
    id: '1',
    author: { id: user?.id ?? '1', username: name },
    timestamp,
    content: plain(`${prefix}help ping`),
  }
  const answer: MessageView = {
    id: '2',
    author: { id: botId, username: product, bot: true },
    timestamp,
    embeds: [
      {
        color: 0x068add,
        title: plain(`${prefix}ping`),
        description: `${ping?.description ?? ''}\n\`\`\`\n${prefix}${ping?.usage.slice(1) ?? 'ping'}\n\`\`\``,
      },
    ],
  }
  const lookup: Lookup = {
    ...blindLookup,
    avatar: author => (author.id === botId ? '/images/mark.svg' : face),
  }
  return (
    <Card as="section" className="prefix-preview" aria-label="Preview">
      <CardHead title="Preview" />
      <LookupProvider value={lookup}>
        <div className="msgs discord">
          <Message message={typed} />
          {problem === undefined && <Message message={answer} />}
        </div>
      </LookupProvider>
      <p className="prefix-note">{problem ?? `Slash commands and a mention of ${product} always work too.`}</p>
    </Card>
  )
}
