import { ChannelType } from 'discord.js'
import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { mayWrite } from '#kit/permissions.ts'
import { cut, timeTag } from '#kit/template.ts'
import type antinuke from '../contract.ts'
import { moduleLabel, modules, punishmentLabel } from '../modules/contract.ts'
import { confirmRequest, rejectRequest, sentencesShape, waitingRequests } from '../tamper/requests.ts'
import { author, ephemeral } from './author.ts'
import { ask } from './confirmation.ts'
import { drill } from './drill.ts'
import { history } from './history.ts'
import { meant } from './meant.ts'
import { panic } from './panic.ts'
import { moduleNamed, moduleSuggestions, shortName } from './module-names.ts'
import { statusEmbed } from './status.ts'
import { undo } from './undo.ts'

const here = command<typeof antinuke>()
const edits = { needs: ['antinuke.edit'], always: true } as const
const switches = { needs: ['antinuke.modules'], always: true } as const
const state = option.choice('on or off', ['on', 'off'])
/** Punishments as people type them: 'ban'. */
const punishmentWords = ['ban', 'kick', 'timeout', 'none'] as const
const stored = (word: (typeof punishmentWords)[number]) =>
  (({ ban: 'BAN', kick: 'KICK', timeout: 'TIMEOUT', none: 'NONE' }) as const)[word]
const said = (word: (typeof punishmentWords)[number]) => punishmentLabel(stored(word))

const module = option.text('the module, such as ban or channel', { max: 40 })
const suggestModules = (_ctx: unknown, typed: string) => moduleSuggestions(typed)

const status = here({
  description: 'Shows how this server is protected, and what is missing',
  run: ctx => ctx.reply({ embeds: [statusEmbed(ctx)] }, ephemeral),
})

const on = here({
  ...edits,
  description: 'Switches anti-nuke on',
  async run(ctx) {
    await ctx.change({ enabled: true }, author(ctx))
    return ctx.reply(success(`Anti-nuke is on. \`${ctx.written('antinuke')}\` shows how it is set up.`), ephemeral)
  },
})

const off = here({
  ...edits,
  description: 'Switches anti-nuke off, after asking',
  run(ctx) {
    if (!ctx.own.enabled) throw new UserError('antinuke.off', 'Anti-nuke is already off.')
    return ask(ctx, 'off')
  },
})

const punishment = here({
  ...edits,
  description: 'Sets what happens to people who are stopped',
  options: { punishment: option.choice('what to do', punishmentWords) },
  examples: ['ban'],
  async run(ctx, { punishment: word }) {
    await ctx.change({ punishment: stored(word) }, author(ctx))
    return ctx.reply(success(`Punishment: ${said(word)}.`), ephemeral)
  },
})

const switchModule = here({
  ...switches,
  description: 'Switches one module, or all of them, on or off',
  options: { module: option.text('the module, or all', { max: 40 }), state },
  examples: ['channel off', 'all on'],
  autocomplete: {
    module: (_ctx, typed) => [
      ...('all'.startsWith(typed.toLowerCase()) ? [{ name: 'All modules', value: 'all' }] : []),
      ...moduleSuggestions(typed),
    ],
  },
  async run(ctx, { module: typed, state: wanted }) {
    const all = typed.trim().toLowerCase() === 'all'
    if (all && wanted === 'off' && ctx.own.enabled) return ask(ctx, 'modules')
    const keys = all ? modules.map(({ key }) => key) : [moduleNamed(typed)]
    const changed = Object.fromEntries(keys.map(key => [key, wanted === 'on']))
    await ctx.change(own => ({ modules: { ...own.modules, ...changed } }), author(ctx))
    const [first] = keys
    return ctx.reply(success(`${all || !first ? 'All modules' : moduleLabel(first)}: now ${wanted}.`), ephemeral)
  },
})

const action = here({
  ...switches,
  description: 'Sets what a module does to people it stops, or makes it use the global punishment',
  options: { module, action: option.choice('what to do', [...punishmentWords, 'global']) },
  examples: ['ban kick', 'channel global'],
  autocomplete: { module: suggestModules },
  async run(ctx, { module: typed, action: word }) {
    const key = moduleNamed(typed)
    const value = word === 'global' ? null : stored(word)
    await ctx.change(own => ({ modulePunishments: { ...own.modulePunishments, [key]: value } }), author(ctx))
    const told = word === 'global' ? `the same as everywhere, ${punishmentLabel(ctx.own.punishment)}` : said(word)
    return ctx.reply(success(`${moduleLabel(key)}: ${told}.`), ephemeral)
  },
})

const log = here({
  ...edits,
  description: 'Sets where incidents and alarms are posted; off posts none',
  options: {
    off: option.off('off for nowhere', { insteadOf: 'channel', instead: 'Name a channel, or say off.' }),
    channel: option.channel('the channel', { optional: true, channelTypes: [ChannelType.GuildText] }),
  },
  examples: ['#mod-log', 'off'],
  async run(ctx, { channel }) {
    if (channel?.isTextBased() && !mayWrite(channel, ['EmbedLinks']))
      throw new UserError(
        'antinuke.log',
        `I cannot post in <#${channel.id}>. Give my role View Channel, Send Messages and Embed Links there first.`,
      )
    await ctx.change({ logChannel: channel?.id ?? null }, author(ctx))
    const told = channel ? `are posted in <#${channel.id}>` : 'are not posted; the server owner still gets alarms'
    return ctx.reply(success(`Incidents and alarms ${told}.`), ephemeral)
  },
})

const recovery = here({
  ...edits,
  description: 'Switches auto recovery, which puts back what an attack destroyed, on or off',
  options: { state },
  async run(ctx, { state: wanted }) {
    await ctx.change({ autoRecovery: wanted === 'on' }, author(ctx))
    return ctx.reply(success(`Auto recovery: now ${wanted}.`), ephemeral)
  },
})

const listModules = here({
  description: 'Lists the modules and what each is about',
  run(ctx) {
    const lines = modules.map(one => `**${shortName(one)}** (${one.label}): ${one.sentence}`)
    return ctx.reply(
      { embeds: [{ color: colours.brand, title: 'Modules', description: cut(lines.join('\n'), 4000) }] },
      ephemeral,
    )
  },
})

const reset = here({
  description: 'Sets everything back to how it is in a new server, after asking',
  needs: ['owner'],
  run: ctx => ask(ctx, 'reset'),
})

const twoPersons = here({
  ...edits,
  description: 'Makes changes that weaken the protection wait for a second person, or not',
  options: { state },
  async run(ctx, { state: wanted }) {
    await ctx.change({ twoPersons: wanted === 'on' }, author(ctx))
    const told =
      wanted === 'on'
        ? 'Changes by extra owners that weaken the protection wait until the server owner or another extra owner confirms them.'
        : 'Changes are made at once.'
    return ctx.reply(success(`Two-person confirmation: now ${wanted}. ${told}`), ephemeral)
  },
})

const requests = here({
  description: 'Lists changes that wait for a second person',
  run(ctx) {
    const lines = waitingRequests(ctx, ctx.guild.id).map(
      ({ id, userId, expiresAt, sentences }) =>
        `**${id}** by <@${userId}>, until ${timeTag(expiresAt, 'f')}\n${sentencesShape
          .parse(sentences)
          .map(one => `• ${one}`)
          .join('\n')}`,
    )
    const description = cut(lines.join('\n'), 4000) || 'Nothing waits for a second person.'
    return ctx.reply(
      { embeds: [{ color: colours.brand, title: 'Waiting for a second person', description }] },
      ephemeral,
    )
  },
})

const request = option.integer('the number of the request', { min: 1 })

const confirm = here({
  ...edits,
  description: 'Confirms a change that waits for a second person',
  options: { request },
  examples: ['3'],
  async run(ctx, { request: id }) {
    const row = await confirmRequest(ctx, id, ctx.member.id)
    return ctx.reply(success(`Done, as <@${row.userId}> asked.`), ephemeral)
  },
})

const reject = here({
  ...edits,
  description: 'Drops a change that waits for a second person',
  options: { request },
  examples: ['3'],
  run(ctx, { request: id }) {
    rejectRequest(ctx, id, ctx.member.id)
    return ctx.reply(success('Dropped. Nothing was changed.'), ephemeral)
  },
})

export const antinukeCommand: CommandGroup<typeof antinuke> = {
  description: 'Shows and sets up the protection against destructive actions',
  aliases: ['an'],
  relatedWords: ['nuke', 'antiraid'],
  needs: ['antinuke.view'],
  always: true,
  bare: 'status',
  instead: 'How many actions are too many is set on the dashboard.',
  synonyms: { logs: 'log', info: 'status', punish: 'punishment', unpanic: 'panic off' },
  subcommands: {
    status,
    history,
    meant,
    undo,
    on,
    off,
    punishment,
    module: switchModule,
    action,
    log,
    recovery,
    panic,
    drill,
    modules: listModules,
    twopersons: twoPersons,
    requests,
    confirm,
    reject,
    reset,
  },
}
