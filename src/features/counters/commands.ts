import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { shownChannel } from '#kit/channel-or-role.ts'
import { inert } from '#kit/template.ts'
import { notedUnknown, unknownPlaceholders } from '#kit/unknown-placeholders.ts'
import { removeCounter, setCounter } from './counter-channel.ts'
import counters, { fills, kinds, longestName, meanings } from './contract.ts'
import { countsOf } from './guild-counts.ts'
import { countOf } from './channel-name.ts'
import { rowsOf } from './rows.ts'

type Ctx = CommandContext<typeof counters>
const here = command<typeof counters>()
const what = option.choice('what to count', kinds)

const set = here({
  description: 'Makes a channel that counts, or renames it',
  always: true,
  options: {
    kind: what,
    name: option.rest('its name; {count} is where the number stands', {
      max: longestName,
      keywords: [],
      instead: '`{prefix}counter remove` takes a counter away.',
      mistaken: (text: string) =>
        /^(?:add|create|make|new|set|list|show|view)$/iu.test(text)
          ? 'sounds like an order, and `{prefix}counter set members Members` makes a counter.'
          : undefined,
    }),
  },
  examples: ['members Members', 'users {count} of us'],
  async run(ctx: Ctx, { kind, name }) {
    await ctx.defer({ ephemeral: true })
    const { channelId, reused } = await setCounter(ctx, ctx.guild, kind, name)
    if (!ctx.own.enabled) ctx.save({ enabled: true }, { userId: ctx.member.id, via: 'command' })
    const how = reused ? 'gets its new name within a few minutes' : 'counts from now on'
    const note = notedUnknown(unknownPlaceholders([name], fills))
    return ctx.reply(
      success(`<#${channelId}> ${how}. Discord lets a channel be renamed only every few minutes.${note}`),
      { ephemeral: true },
    )
  },
})

const list = here({
  description: 'Lists the counters',
  always: true,
  run(ctx) {
    const figures = countsOf(ctx, ctx.guild)
    const lines = rowsOf(ctx.db, ctx.guild.id).map(
      ({ kind, channelId, name }) =>
        `• **${kind}** (${meanings[kind]}): ${shownChannel(ctx.guild, channelId)}, ${inert(name)}, now ${countOf(kind, figures) ?? 'being counted'}`,
    )
    const description =
      lines.join('\n') || `There are no counters. \`${ctx.written('counter set members Members')}\` makes one.`
    const title = `Counters: ${ctx.own.enabled ? 'on' : 'off'}`
    return ctx.reply({ embeds: [{ color: colours.brand, title, description }] }, { ephemeral: true })
  },
})

const remove = here({
  description: 'Deletes a counter and its channel',
  always: true,
  options: { kind: what },
  examples: ['members'],
  async run(ctx, { kind }) {
    await ctx.defer({ ephemeral: true })
    await removeCounter(ctx, ctx.guild, kind)
    return ctx.reply(success(`The counter for ${kind} is gone, with its channel.`), { ephemeral: true })
  },
})

export const counter: CommandGroup<typeof counters> = {
  description: 'Channels whose names show figures',
  aliases: ['counters'],
  relatedWords: ['serverstats', 'statschannel'],
  needs: ['ManageGuild', 'ManageChannels'],
  always: true,
  subcommands: { set, list, remove },
  bare: 'list',
  otherwise: 'set',
  synonyms: { show: 'list', view: 'list', add: 'set', create: 'set' },
}
