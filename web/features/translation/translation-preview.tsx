import { MessagePreview, PreviewMessages } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import type { MessageView } from '#web/ui/discord/model.ts'

/** A message with a flag and its translation, as Discord shows them. */
export function TranslationPreview() {
  const { bot, reader, lookup, timestamp } = usePreview()
  const once = { burst: 0, normal: 1 }
  const written: MessageView = {
    id: '1',
    author: reader,
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
    author: bot,
    timestamp,
    type: 19,
    referenced_message: written,
    embeds: [
      {
        color: 0x068add,
        title: 'Translation from German',
        description: 'The kiln is free from eight.',
        footer: { text: `English · Requested by ${reader.username}` },
      },
    ],
  }
  return (
    <MessagePreview>
      <PreviewMessages lookup={lookup} messages={[written, answer]} />
    </MessagePreview>
  )
}
