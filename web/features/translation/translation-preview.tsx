import { useState } from 'react'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { useProductName } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { blindLookup, type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import type { MessageView } from '#web/ui/discord/model.ts'
import './translation.css'

/** Stands for the bot in the preview; no real account has it. */
const botId = '0'

/** A message with a flag and its translation, as Discord shows them. */
export function TranslationPreview() {
  const { user } = useAuth()
  const product = useProductName()
  const face = useAvatarUrl(user, 64)
  const [timestamp] = useState(() => new Date().toISOString())
  const name = user?.username ?? 'User'
  const once = { burst: 0, normal: 1 }
  const written: MessageView = {
    id: '1',
    author: { id: user?.id ?? '1', username: name },
    timestamp,
    content: 'Der Ofen ist ab acht Uhr frei.',
    reactions: [
      {
        emoji: { id: null, name: '🇬🇧' },
        count: 1,
        count_details: once,
        me: true,
        me_burst: false,
        burst_colors: [],
      },
    ],
  }
  const answer: MessageView = {
    id: '2',
    author: { id: botId, username: product, bot: true },
    timestamp,
    type: 19,
    referenced_message: written,
    embeds: [
      {
        color: 0x068add,
        title: 'Translation from German',
        description: 'The kiln is free from eight.',
        footer: { text: `English · Requested by ${name}` },
      },
    ],
  }
  const lookup: Lookup = {
    ...blindLookup,
    avatar: author => (author.id === botId ? '/images/mark.svg' : face),
  }
  return (
    <Card as="section" className="translation-preview" aria-label="Preview">
      <CardHead title="Preview" />
      <LookupProvider value={lookup}>
        <div className="msgs discord">
          <Message message={written} />
          <Message message={answer} />
        </div>
      </LookupProvider>
    </Card>
  )
}
