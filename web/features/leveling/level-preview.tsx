import { previewLevel } from '#features/leveling/announcing/contract.ts'
import { levelUpText, placeholders } from '#features/leveling/template.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { MessagePreview, PreviewMessages, PreviewNote, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { PlaceholderList } from '#web/ui/form/placeholder-list.tsx'
import type { ProgressionForm } from './use-progression-form.ts'

/** The level-up message as Discord will show it, while it is typed. */
export function LevelPreview({ form }: { form: ProgressionForm }) {
  const { bot, member, server, lookup, timestamp } = usePreview(form.guild)
  const { levelupMessage: template, levelupChannel: channelId, announce } = form.values
  const content = levelUpText(template, { member, server, level: previewLevel })
  const silent = content === '' || announce === 'never'
  return (
    <MessagePreview>
      <PreviewPlace>{placeName(form.guild, channelId, 'where the XP was earned')}</PreviewPlace>
      {silent ? (
        <PreviewNote>
          {announce === 'never' ? 'Level-ups are not announced.' : 'The message is empty, so nothing is sent.'}
        </PreviewNote>
      ) : (
        <PreviewMessages lookup={lookup} messages={[{ id: '1', author: bot, timestamp, content }]} />
      )}
      <PreviewNote>Shown as if you had just reached level {previewLevel}.</PreviewNote>
    </MessagePreview>
  )
}

/** The placeholders of the message, with their values. */
export function LevelPlaceholders({ form }: { form: ProgressionForm }) {
  const { member, server } = usePreview(form.guild)
  const sample = { member, server, level: previewLevel }
  const examples = placeholders.map(name => ({
    name,
    example: levelUpText(name, sample).replace(`<@${member.id}>`, () => `@${member.displayName}`),
  }))
  return <PlaceholderList placeholders={[...examples, { name: '\\n', example: 'a new line' }]} />
}
