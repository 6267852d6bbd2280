import { UserError } from '#kit/errors.ts'
import { lazy } from '#kit/lazy.ts'
import { colours } from '#kit/notices.ts'
import { safeEcho } from '#kit/template.ts'
import { command, option } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import type emojis from '../contract.ts'
import { writtenEmoji } from '../emoji/contract.ts'
import { emojiAddress } from '../pictures.ts'
import type enlargeTask from './enlarge.task.ts'
import { emojiNamed, suggestEmojis } from './find.ts'

const drawn = task<typeof enlargeTask>('features/emojis/commands/enlarge', { place: 'thread', deadlineMs: 10_000 })

const single = lazy(() => /^\p{RGI_Emoji}$/v)
/** Some characters, such as a heart, are emoji only when followed by the emoji selector. */
const asEmoji = (text: string) => [text, `${text}\uFE0F`].find(one => single().test(one))

export const enlarge = command<typeof emojis>()({
  description: 'Shows an emoji in full size',
  botNeeds: ['EmbedLinks', 'AttachFiles'],
  options: { emoji: option.text('the emoji: of this server, of another, or one of Discord’s own') },
  autocomplete: { emoji: suggestEmojis },
  examples: ['🦊', ':kiln:'],
  async run(ctx, { emoji: typed }) {
    const { guild, workers, config, reply } = ctx
    const unicode = asEmoji(typed.trim())
    if (unicode !== undefined) {
      const picture = await workers.run(drawn, unicode, guild.id)
      if (!picture) throw new UserError('emojis.no-picture', `I have no picture of ${safeEcho(typed)}.`, 404)
      const embeds = [{ color: colours.brand, image: { url: 'attachment://emoji.png' } }]
      return reply({ embeds, files: [{ attachment: Buffer.from(picture), name: 'emoji.png' }] })
    }
    // Emojis of other servers are shown too: Discord serves their images.
    const emoji = writtenEmoji(typed) ?? emojiNamed(guild, typed)
    const url = emojiAddress(config.discord.cdnUrl, emoji)
    return reply({ embeds: [{ color: colours.brand, title: `:${emoji.name}:`, url, image: { url } }] })
  },
})
