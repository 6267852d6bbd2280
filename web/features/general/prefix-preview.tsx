import general from '#features/general/contract.ts'
import ping from 'virtual:example-command'
import { MessagePreview, PreviewMessages, PreviewNote } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import type { MessageView } from '#web/ui/discord/model.ts'
import { escapeMarkdown } from './escape-markdown.ts'

/** What a command looks like in Discord, with the prefix being typed. */
export function PrefixPreview({ prefix }: { prefix: string }) {
  const { bot, reader, lookup, timestamp } = usePreview()
  const problem = general.settings.shape.prefix.safeParse(prefix).error?.issues[0]?.message
  const typed: MessageView = {
    id: '1',
    author: reader,
    timestamp,
    content: escapeMarkdown(`${prefix}help ping`),
  }
  const answer: MessageView = {
    id: '2',
    author: bot,
    timestamp,
    embeds: [
      {
        color: 0x068add,
        title: escapeMarkdown(`${prefix}ping`),
        // Its usage contains the default prefix, which is one character long.
        description: `${ping?.description ?? ''}\n\`\`\`\n${prefix}${ping?.usage.slice(1) ?? 'ping'}\n\`\`\``,
      },
    ],
  }
  return (
    <MessagePreview>
      <PreviewMessages lookup={lookup} messages={problem === undefined ? [typed, answer] : [typed]} />
      <PreviewNote>{problem ?? `Slash commands and a mention of ${bot.username} always work too.`}</PreviewNote>
    </MessagePreview>
  )
}
