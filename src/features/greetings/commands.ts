import { ChannelType } from 'discord.js'
import { readColour } from '#contract'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, type CommandGroup, type Patch, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { listed } from '#kit/permissions.ts'
import { demandChannelExists, shownChannel } from '#kit/channel-or-role.ts'
import { cut, inert } from '#kit/template.ts'
import { notedUnknown, unknownPlaceholders } from '#kit/unknown-placeholders.ts'
import greetings, {
  fills,
  greetingOf,
  type GreetingType,
  type GreetingKind,
  presetColours,
  titles,
} from './contract.ts'
import { writableChannel } from './sending/writable-channel.ts'
import { sendPreview } from './preview.ts'

const here = command<typeof greetings>()
type Ctx = CommandContext<typeof greetings>

const switchWords = ['on', 'off'] as const
const types = ['message', 'embed', 'both'] as const satisfies readonly GreetingType[]

/** Reads a hex code or the name of a preset color. @throws UserError that lists the names */
function colourNamed(text: string): string {
  const preset = presetColours.find(({ name }) => name === text.toLowerCase())
  if (preset) return preset.value
  const colour = readColour(text)
  if (colour !== undefined) return colour
  const names = listed(
    presetColours.map(({ name }) => name),
    'or',
  )
  throw new UserError('greetings.colour', `Use a color like #068ADD, or ${names}.`)
}

/** Reads 'Mara | https://…/mara.png': a name and, after a bar, the URL of an image. */
function authorIn(text: string): { name: string; iconURL: string } {
  const [name = '', ...rest] = text.split('|')
  return { name: name.trim(), iconURL: rest.join('|').trim() }
}

/** What other bots call these commands. */
const otherBotsWords: Record<GreetingKind, readonly string[]> = {
  welcome: ['setwelcome', 'welcomer', 'welcomechannel', 'welcomemessage', 'setwelcomechannel', 'joinmessage'],
  farewell: ['goodbye', 'setgoodbye', 'setfarewell', 'goodbyechannel', 'leavechannel', 'leavemessage'],
}

const nothing = ['off', 'none']
/** A note about placeholders that members would see as typed. */
const unknownNote = (...texts: string[]) => notedUnknown(unknownPlaceholders(texts, fills))

/** `.welcome` or `.farewell`: can set everything that the page can, even while greetings are off. */
export function greetingCommands(kind: GreetingKind): CommandGroup<typeof greetings> {
  const title = titles[kind]
  const save = (ctx: Ctx, patch: Patch<typeof greetings>) =>
    ctx.change(patch, { userId: ctx.member.id, via: 'command' })
  const saved = async (ctx: Ctx, patch: Patch<typeof greetings>, sentence: string) => {
    await save(ctx, patch)
    return ctx.reply(success(sentence), { ephemeral: true })
  }

  /** A subcommand that sets one text; 'off' empties it. */
  const text = (
    key: 'content' | 'embed_title' | 'embed_description' | 'embed_footer' | 'embed_image',
    what: string,
    example: string,
    max: number,
  ) =>
    here({
      description: `Sets the ${what} of the ${kind} message; off for none`,
      options: {
        text: option.restOrKeyword(`the ${what}, with placeholders such as {member.name}`, { max, keywords: nothing }),
      },
      examples: [example, 'off'],
      run: (ctx, { text: { text = '', keyword } }) =>
        saved(
          ctx,
          { [`${kind}_${key}`]: text },
          keyword === undefined
            ? `The ${what} of ${kind} messages is set.${unknownNote(text)}`
            : `${title} messages have no ${what} now.`,
        ),
    })

  const show = here({
    description: `Shows how ${kind} messages are set up`,
    run(ctx) {
      const { enabled, channel, type, content, embed } = greetingOf(ctx.own, kind)
      const quoted = (value: string) => (value === '' ? 'none' : cut(inert(value), 1000))
      const fields = [
        { name: 'State', value: enabled ? 'on' : 'off', inline: true },
        { name: 'Channel', value: channel === null ? 'none' : shownChannel(ctx.guild, channel), inline: true },
        { name: 'Sent as', value: type, inline: true },
        { name: 'Message', value: quoted(content) },
        { name: 'Embed title', value: quoted(embed.title) },
        { name: 'Embed description', value: quoted(embed.description) },
        { name: 'Embed footer', value: quoted(embed.footer) },
        { name: 'Embed author', value: quoted(embed.author.name), inline: true },
        { name: 'Embed image', value: quoted(embed.image), inline: true },
        { name: 'Avatar', value: embed.thumbnail ? 'on' : 'off', inline: true },
      ]
      const footer = { text: `${ctx.written(`help ${kind}`)} shows what can be set` }
      const color = Number.parseInt(embed.color.slice(1), 16)
      return ctx.reply(
        { embeds: [{ color: color || colours.brand, title: `${title} messages`, fields, footer }] },
        {
          ephemeral: true,
        },
      )
    },
  })

  const status = here({
    description: `Switches ${kind} messages on or off, or shows whether they are`,
    options: { state: option.choice('on or off', switchWords, { optional: true }) },
    run(ctx, { state }) {
      if (state === undefined) return show.run(ctx, {})
      if (state === 'on' && ctx.own[`${kind}_channel`] === null)
        throw new UserError(
          'greetings.channel',
          `Choose a channel first: \`${ctx.written(`${kind} channel #channel`)}\`.`,
          400,
        )
      return saved(ctx, { [`${kind}_enabled`]: state === 'on' }, `${title} messages are now ${state}.`)
    },
  })

  const channel = here({
    description: `Chooses where ${kind} messages go; off for nowhere`,
    options: {
      // First, so that a channel can be named without its sign.
      off: option.off('off for none', { insteadOf: 'channel', instead: 'Name a channel, or say off.' }),
      channel: option.channel('the channel', { optional: true, channelTypes: [ChannelType.GuildText] }),
    },
    examples: ['#general', 'off'],
    run(ctx, { channel }) {
      if (channel) {
        const place = writableChannel(ctx.guild, channel.id)
        if ('problem' in place) throw new UserError('greetings.cannot-write', place.problem)
        const on = ctx.own[`${kind}_enabled`]
        const next = on ? '' : ` Switch them on with \`${ctx.written(`${kind} status on`)}\`.`
        return saved(ctx, { [`${kind}_channel`]: channel.id }, `${title} messages go to <#${channel.id}>.${next}`)
      }
      const none = { [`${kind}_channel`]: null, [`${kind}_enabled`]: false }
      return saved(ctx, none, `${title} messages have no channel and are off now.`)
    },
  })

  const preview = here({
    description: `Posts the ${kind} message as if you had just ${kind === 'welcome' ? 'joined' : 'left'}`,
    cooldown: 5,
    async run(ctx) {
      const { channel } = greetingOf(ctx.own, kind)
      if (channel !== null) demandChannelExists(ctx, channel, `${kind} channel`)
      return ctx.reply(success(await sendPreview(ctx, ctx.guild, kind, ctx.member)), { ephemeral: true })
    },
  })

  const thumbnail = here({
    description: `Shows the member's avatar beside the ${kind} embed, or not`,
    options: { state: option.choice('on or off', switchWords) },
    run: (ctx, { state }) => saved(ctx, { [`${kind}_embed_thumbnail`]: state === 'on' }, `The avatar is now ${state}.`),
  })

  const color = here({
    description: `Sets the color of the ${kind} embed`,
    options: { color: option.text('a hex code, or the name of one of the twelve presets', { max: 20 }) },
    examples: ['#068ADD', 'green'],
    run(ctx, { color: typed }) {
      const value = colourNamed(typed)
      return saved(ctx, { [`${kind}_embed_color`]: value }, `The color of the ${kind} embed is now ${value}.`)
    },
  })

  const author = here({
    description: `Sets the line above the title of the ${kind} embed; off for none`,
    options: { text: option.restOrKeyword('a name, or: name | address of an icon', { max: 2400, keywords: nothing }) },
    examples: ['{server.name}', 'The team | https://example.org/icon.png', 'off'],
    run(ctx, { text: { text } }) {
      const { name, iconURL } = text === undefined ? { name: '', iconURL: '' } : authorIn(text)
      const patch = { [`${kind}_embed_author_name`]: name, [`${kind}_embed_author_iconURL`]: iconURL }
      return saved(ctx, patch, `The author line of the ${kind} embed is set.${unknownNote(name, iconURL)}`)
    },
  })

  const type = here({
    description: `Sends the ${kind} message as text, as an embed or as both`,
    options: { type: option.choice('message, embed or both', types) },
    run: (ctx, { type }) => saved(ctx, { [`${kind}_type`]: type }, `${title} messages are sent as ${type} now.`),
  })

  const reset = here({
    description: `Puts all ${kind} settings back to their defaults`,
    run(ctx) {
      const own = Object.entries(greetings.settings.parse({})).filter(([key]) => key.startsWith(`${kind}_`))
      return saved(ctx, Object.fromEntries(own), `${title} messages are back to their defaults, and off.`)
    },
  })

  return {
    relatedWords: otherBotsWords[kind],
    description: `Sets up what is said when a member ${kind === 'welcome' ? 'joins' : 'leaves'}`,
    needs: ['ManageGuild'],
    always: true,
    bare: 'show',
    synonyms: {
      on: 'status on',
      off: 'status off',
      enable: 'status on',
      disable: 'status off',
      set: 'channel',
      message: 'content',
      msg: 'content',
      test: 'preview',
      text: 'content',
      description: 'desc',
      colour: 'color',
    },
    subcommands: {
      show,
      status,
      channel,
      preview,
      content: text('content', 'text', 'Hello {member.mention}', 2000),
      title: text('embed_title', 'embed title', 'Welcome', 256),
      desc: text('embed_description', 'embed description', 'Read #rules first.', 2000),
      thumbnail,
      color,
      footer: text('embed_footer', 'embed footer', '{server.members} members', 2048),
      image: text('embed_image', 'embed image', 'https://example.org/picture.png', 2048),
      author,
      type,
      reset,
    },
  }
}
