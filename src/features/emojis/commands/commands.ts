import { type APIEmbedField, SnowflakeUtil } from 'discord.js'
import { command, type CommandContext, option } from '#kernel/feature.ts'
import { shownRole } from '#kit/channel-or-role.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'
import { cut, messageLimits, timeTag } from '#kit/template.ts'
import type emojis from '../contract.ts'
import {
  asWritten,
  countedDays,
  type EmojiKind,
  kindOf,
  kinds,
  nameOfFile,
  removedDays,
  writtenEmoji,
} from '../emoji/contract.ts'
import type { OrderOutcome } from '../orders/carry-out.ts'
import { addFile, addFrom, changeEmoji, removeEmojis } from '../orders/by-members.ts'
import { demandEmoji } from '../orders/demands.ts'
import { roomIn } from '../orders/refusals.ts'
import { addersOf } from '../orders/rows.ts'
import { attachedPicture, emojiAddress } from '../pictures.ts'
import { adderOf } from '../rights.ts'
import { usesOf } from '../usage/read.ts'
import { countingSince } from '../usage/counting-since.ts'
import { enlarge } from './enlarge.ts'
import { emojiNamed, suggestEmojis, withoutColons } from './find.ts'

type Ctx = CommandContext<typeof emojis>
const here = command<typeof emojis>()
const by = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })

const roomText = ({ guild }: Ctx, kind: EmojiKind): string => {
  const { used, most } = roomIn(guild, kind)
  return `${formatNumber(used)} of ${formatNumber(most)}`
}

/** @param sentence says what was done */
const answer = (ctx: Ctx, { emoji, waiting }: OrderOutcome, sentence: (shown: string) => string) =>
  emoji === null
    ? ctx.reply({ embeds: [{ color: colours.warning, description: waiting ?? '' }] })
    : ctx.reply(success(sentence(`${asWritten(emoji)} \`:${emoji.name}:\``)))

const isSource = (text: string) => writtenEmoji(text) !== undefined || /^https?:\/\//i.test(text)

const add = here({
  description: 'Adds an emoji from another server, a link, or a picture that you attach',
  needs: ['CreateGuildExpressions'],
  botNeeds: ['CreateGuildExpressions'],
  options: {
    from: option.text('an emoji of another server or a link; or the name, if you attach a picture', { optional: true }),
    name: option.text('what to call it; otherwise it keeps its name', { optional: true }),
    picture: option.attachment('PNG, JPEG, GIF or WebP of at most 256 KiB', { optional: true }),
  },
  examples: ['https://example.org/kiln.png kiln'],
  async run(ctx, { from, name, picture }) {
    await ctx.defer()
    const added = (shown: string) => `Added ${shown}.`
    if (picture) {
      if (from !== undefined && (name !== undefined || isSource(from)))
        throw new UserError('emojis.two', 'Give either a picture or a link, not both.')
      const content = await attachedPicture(ctx, picture)
      const file = { name: nameOfFile(picture.name) }
      return answer(ctx, await addFile(ctx, content, file, { name: from ?? name }, by(ctx)), added)
    }
    if (from === undefined)
      throw new UserError(
        'emojis.nothing',
        'Give an emoji of another server, a link to a picture, or attach a picture.',
      )
    // Other bots take the name first, so both orders work.
    const [source, called] = name !== undefined && !isSource(from) && isSource(name) ? [name, from] : [from, name]
    return answer(ctx, await addFrom(ctx, source, isSource(source) ? { name: called } : {}, by(ctx)), added)
  },
})

const rename = here({
  description: 'Renames an emoji',
  needs: ['emojis.keep'],
  options: { emoji: option.text('the emoji, or its name'), name: option.text('the new name') },
  autocomplete: { emoji: suggestEmojis },
  examples: [':kiln: hot_kiln'],
  async run(ctx, { emoji: typed, name }) {
    const emoji = emojiNamed(ctx.guild, typed)
    const before = emoji.name
    await ctx.defer()
    return answer(
      ctx,
      await changeEmoji(ctx, emoji.id, { name: withoutColons(name) }, by(ctx)),
      shown => `${shown} was \`:${before}:\` before.`,
    )
  },
})

const remove = here({
  description: `Deletes an emoji; its picture is kept for ${removedDays} days, so that you can put it back on the dashboard`,
  needs: ['emojis.keep'],
  options: { emoji: option.text('the emoji, or its name') },
  autocomplete: { emoji: suggestEmojis },
  examples: [':kiln:'],
  async run(ctx, { emoji: typed }) {
    const emoji = emojiNamed(ctx.guild, typed)
    await ctx.defer()
    const { left } = await removeEmojis(ctx, [emoji.id], undefined, by(ctx))
    const [waits] = left
    return waits
      ? ctx.reply({ embeds: [{ color: colours.warning, description: waits.why }] })
      : ctx.reply(
          success(`Deleted \`:${emoji.name}:\`. It can be put back for ${removedDays} days on the page Emojis.`),
        )
  },
})

/** Who added it, if Discord says so. */
async function whoAdded(ctx: Ctx, emojiId: string): Promise<string | undefined> {
  const { user } = await demandEmoji(ctx, ctx.guild.id, emojiId)
  const byId = addersOf(ctx, ctx.guild.id).get(emojiId) ?? null
  return adderOf({ uploaderId: user?.id, byId }, ctx.client.user.id)
}

const info = here({
  description: 'Shows what I know about an emoji of this server',
  options: { emoji: option.text('the emoji, or its name') },
  autocomplete: { emoji: suggestEmojis },
  examples: [':kiln:'],
  async run(ctx, { emoji: typed }) {
    const { guild, config } = ctx
    const emoji = emojiNamed(guild, typed)
    await ctx.defer()
    const adder = await whoAdded(ctx, emoji.id)
    const { messages, reactions } = usesOf(ctx, guild.id)(emoji.id)
    const since = countingSince(ctx, guild.id)
    const roles = [...emoji.roles.cache.keys()].map(id => shownRole(guild, id))
    const url = emojiAddress(config.discord.cdnUrl, { id: emoji.id, animated: emoji.animated })
    const fields: APIEmbedField[] = [
      { name: 'Emoji', value: `${asWritten(emoji)} \`:${emoji.name}:\` · ${emoji.id}` },
      { name: 'Kind', value: kindOf(emoji.animated) },
      {
        name: 'Added',
        value: `${timeTag(SnowflakeUtil.timestampFrom(emoji.id), 'D')}${adder === undefined ? '' : ` by <@${adder}>`}`,
      },
      {
        name: 'Who may use it',
        value: cut(roles.length > 0 ? roles.join(', ') : 'everybody', messageLimits.fieldValue),
      },
      {
        name: `Used in ${countedDays} days`,
        value:
          since === undefined
            ? 'not counted'
            : `${formatCount(messages, 'message')}, ${formatCount(reactions, 'reaction')}, counted since ${timeTag(since, 'D')}`,
      },
    ]
    return ctx.reply({ embeds: [{ color: colours.brand, thumbnail: { url }, fields }] })
  },
})

/** The most emojis that one answer shows. */
const mostShown = 60

const list = here({
  description: 'Lists the server’s emojis, most used first, and how much room there is',
  run(ctx) {
    const { guild } = ctx
    const uses = usesOf(ctx, guild.id)
    const all = [...guild.emojis.cache.values()]
      .filter(({ managed }) => !managed)
      .map(emoji => ({ emoji, used: uses(emoji.id) }))
      .toSorted(
        (a, b) =>
          b.used.messages + b.used.reactions - a.used.messages - a.used.reactions ||
          a.emoji.name.localeCompare(b.emoji.name, 'en'),
      )
    const shown = all.slice(0, mostShown).map(({ emoji }) => asWritten(emoji))
    const more = all.length > shown.length ? `\nand ${formatCount(all.length - shown.length, 'more', 'more')}` : ''
    return ctx.reply({
      embeds: [
        {
          color: colours.brand,
          title: 'Emojis',
          description: cut(
            all.length > 0 ? `${shown.join(' ')}${more}` : 'This server has no emojis.',
            messageLimits.description,
          ),
          fields: kinds.map(kind => ({
            name: kind === 'static' ? 'Static' : 'Animated',
            value: roomText(ctx, kind),
            inline: true,
          })),
        },
      ],
    })
  },
})

export const commands = {
  emoji: {
    description: 'The server’s emojis: adds, renames, deletes, lists and shows them',
    aliases: ['emote'],
    subcommands: { add, rename, remove, info, list, enlarge },
    bare: 'list',
    synonyms: { steal: 'add', create: 'add', new: 'add', big: 'enlarge' },
    shortcuts: {
      steal: 'add',
      addemoji: 'add',
      delemoji: 'remove',
      emojiinfo: 'info',
      emojis: 'list',
      bigemoji: 'enlarge',
      enlarge: 'enlarge',
    },
  },
}
