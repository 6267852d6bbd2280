import { fills } from '#features/greetings/contract.ts'
import { embedParts, type EmbedParts, embedProblems, greetingEmbeds } from '#features/greetings/embeds/contract.ts'
import { asGreeting, type JoinDmSettings } from '#features/joindms/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import type { Problem } from '#kit/message/limits/contract.ts'
import { type MessageParts, textParts } from '#web/app/message/editor/context.ts'
import { MessageForm } from '#web/app/message/message-form.tsx'
import type { SettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { usePlaceholders } from './placeholders.ts'

const parts: MessageParts = { ...textParts, content: 'Message', fewestEmbeds: 1, description: 2000, colorless: false }

const pictures = [
  { value: '{member.avatar}', label: 'The member’s avatar' },
  { value: '{server.icon}', label: 'The server’s icon' },
]

/** The setting that each part of the message is stored in. */
const settings = {
  title: 'embedTitle',
  description: 'embedDescription',
  color: 'embedColor',
  thumbnail: 'embedThumbnail',
  footer: 'embedFooter',
  image: 'embedImage',
  author_name: 'embedAuthorName',
  author_iconURL: 'embedAuthorIconURL',
  more: 'embedMore',
} as const satisfies Record<keyof EmbedParts, keyof JoinDmSettings>

/** The path in the message form for each setting. */
const paths: Partial<Record<keyof JoinDmSettings, string>> = {
  content: 'content',
  embedTitle: 'embeds.0.title',
  embedDescription: 'embeds.0.description',
  embedFooter: 'embeds.0.footer.text',
  embedImage: 'embeds.0.image.url',
  embedAuthorName: 'embeds.0.author.name',
  embedAuthorIconURL: 'embeds.0.author.icon_url',
  embedMore: 'embeds',
}

/** The text and the embeds of the message. */
export function MessageFields({
  own,
  form,
  disabled,
}: {
  own: JoinDmSettings
  form: Pick<SettingsForm, 'guild'> & {
    field: (name: keyof JoinDmSettings) => { error: string | undefined; onChange: (value: never) => void }
  }
  disabled: boolean
}) {
  const greeting = asGreeting(own)
  const value = { ...emptyMessage, content: own.content, embeds: greetingEmbeds(greeting) }
  const put = (name: keyof JoinDmSettings, changed: unknown) => form.field(name).onChange(changed as never)
  const refused = Object.entries(paths).flatMap(([name, path]): Problem[] => {
    const { error } = form.field(name as keyof JoinDmSettings)
    return error === undefined ? [] : [{ path, place: '', sentence: error }]
  })
  return (
    <MessageForm
      guild={form.guild}
      value={value}
      onChange={change => {
        const { content, embeds } = change(value)
        if (content !== own.content) put('content', content)
        for (const [name, changed] of Object.entries(embedParts(embeds, greeting)))
          put(settings[name as keyof EmbedParts], changed)
      }}
      parts={parts}
      problems={[...refused, ...embedProblems(greeting)]}
      placeholders={usePlaceholders(form.guild)}
      fills={fills}
      pictures={pictures}
      inCard
      readOnly={disabled}
    />
  )
}
