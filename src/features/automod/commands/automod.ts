import { PermissionsBitField, type PermissionsString } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { permissionName } from '#kit/permissions.ts'
import { cut, inert } from '#kit/template.ts'
import { formatCount } from '#kit/numbers.ts'
import automod, { type AutomodAction, actions } from '../contract.ts'
import { triedWords } from '../text/listed-words.ts'
import { exemptionContext, exemptionReason, protectedAs } from '../message/exemption.ts'
import { placeholderId, factsOfText } from '../message/facts-of-text.ts'
import { verdictsOn } from '../dry-run/verdicts.ts'
import { noRates } from '../message/recent-messages.ts'
import { cancelSanction } from '../sanctions/strike-limit.ts'
import { strikesSpan, clearStrikes, membersWithStrikes, countStrikes } from '../sanctions/strikes.ts'
import { statusFields } from './status.ts'
import { whitelist, whitelistadd, whitelistremove } from './whitelist.ts'

const here = command<typeof automod>()
type Ctx = CommandContext<typeof automod>

const author = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true }

/** The permission that the bot needs for each action. */
const needed: Partial<Record<AutomodAction, PermissionsString>> = {
  TIMEOUT: 'ModerateMembers',
  KICK: 'KickMembers',
  BAN: 'BanMembers',
}

const status = here({
  description: 'Shows what is moderated here, and whether you are',
  run(ctx) {
    const { own, member, channel } = ctx
    const why = exemptionReason(exemptionContext(channel, member, protectedAs(ctx, ctx.guild, member.id)), own)
    const state = own.enabled
      ? 'Auto-moderation is on.'
      : `Auto-moderation is off. \`${ctx.written('automod on')}\` switches it on.`
    const about =
      why === null ? 'Your messages in this channel are moderated.' : `Your own messages here are not moderated: ${why}`
    const embed = {
      color: colours.brand,
      title: 'Auto-moderation',
      description: `${state}\n${about}`,
      fields: statusFields(own, membersWithStrikes(ctx.db, ctx.guild.id, strikesSpan(own, ctx.now())).length),
    }
    return ctx.reply({ embeds: [embed] }, alone)
  },
})

const turn = (enabled: boolean) =>
  here({
    description: `Switches auto-moderation ${enabled ? 'on' : 'off'}`,
    run(ctx) {
      ctx.save({ enabled }, author(ctx))
      return ctx.reply(success(`Auto-moderation: now ${enabled ? 'on' : 'off'}.`), alone)
    },
  })

const strikes = here({
  description: 'Sets how many strikes trigger the action',
  options: { number: option.integer('how many', { min: 1, max: 100, counted: ['strike', 'strikes'] }) },
  examples: ['5'],
  run(ctx, { number }) {
    ctx.save({ maxStrikes: number }, author(ctx))
    return ctx.reply(success(`I act when a member has ${formatCount(number, 'strike')}.`), alone)
  },
})

const action = here({
  description: 'Sets what happens at the strike limit',
  options: {
    action: option.choice(
      'what to do',
      actions.map(({ value }) => value),
    ),
  },
  examples: ['TIMEOUT'],
  run(ctx, { action: chosen }) {
    const permission = needed[chosen]
    if (permission && !ctx.guild.members.me?.permissions.has(PermissionsBitField.Flags[permission]))
      throw new UserError('automod.action', `I lack ${permissionName(permission)}. Give it to my role, then try again.`)
    ctx.save({ action: chosen }, author(ctx))
    const label = actions.find(({ value }) => value === chosen)?.label
    return ctx.reply(success(`At the strike limit: ${label}.`), alone)
  },
})

const debug = here({
  description: 'Sets whether moderators and administrators are moderated too',
  options: { state: option.choice('on or off', ['on', 'off']) },
  run(ctx, { state }) {
    ctx.save({ debug: state === 'on' }, author(ctx))
    return ctx.reply(
      success(state === 'on' ? 'Moderators are moderated too now.' : 'Moderators are not moderated.'),
      alone,
    )
  },
})

const marks = { hit: '🔴', clear: '🟢', off: '⚪' } as const

const test = here({
  description: 'Shows what the rules say about a text, as if a member had posted it',
  options: { text: option.rest('the text') },
  examples: ['join discord.gg/example'],
  async run(ctx, { text }) {
    const { own, guild, channel, now } = ctx
    const place = { guildId: guild.id, channelId: channel.id, authorId: placeholderId }
    const facts = factsOfText(text, { ...place, at: now(), mayCallEverybody: false, attachments: [] })
    const words = await triedWords(ctx, guild.id, own.words, [text], 10)
    const { verdicts } = await verdictsOn(ctx, { facts, own, rates: noRates, words, maxEvidence: 10 })
    const lines = verdicts.map(({ title, state, sentence }) => `${marks[state]} **${title}**: ${inert(sentence)}`)
    const description = cut(lines.join('\n'), 4000)
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'What the rules say', description }] }, alone)
  },
})

const forgive = here({
  description: "Clears a member's strikes",
  options: { member: option.user('whom to forgive') },
  examples: ['@jun_tan'],
  run(ctx, { member }) {
    const before = countStrikes(ctx.db, ctx.guild.id, member.id, strikesSpan(ctx.own, ctx.now()))
    clearStrikes(ctx.db, ctx.guild.id, member.id)
    const name = inert(member.displayName)
    // At the limit, strikes are used up before the action is taken.
    const action = cancelSanction(ctx, ctx.guild.id, member.id)
    if (action === 'called off')
      return ctx.reply(success(`${name} is forgiven: what was still due is not done.`), alone)
    if (action === 'under way')
      return ctx.reply(
        success(`${name} is forgiven, but the action for their strikes is under way. If it succeeds, undo it.`),
        alone,
      )
    if (before === 0) throw new UserError('automod.no-strikes', `${name} has no strikes.`)
    return ctx.reply(success(`${name} had ${formatCount(before, 'strike')} and has none now.`), alone)
  },
})

export const automodCommand: CommandGroup<typeof automod> = {
  description: 'Shows and sets up auto-moderation',
  aliases: ['automoderation'],
  needs: ['ManageGuild'],
  always: true,
  bare: 'status',
  subcommands: {
    status,
    on: turn(true),
    off: turn(false),
    strikes,
    action,
    debug,
    whitelist,
    whitelistadd,
    whitelistremove,
    test,
    forgive,
  },
  synonyms: { strike: 'strikes', punishment: 'action', ignore: 'whitelistadd', unignore: 'whitelistremove' },
}
