import { type APIEmbed, ComponentType, type Guild, MessageFlags, type User } from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { type Services, command, component, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { safeEcho } from '#kit/template.ts'
import { type BannedUser, bansMatching } from './ban-match.ts'
import { currentBan } from '../acts/evidence.ts'
import { type NamedPerson, tidyReason } from '../cases/case-store.ts'
import moderation from '../contract.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { demandPermission } from '../permissions/demand-permission.ts'
import { quickReason } from '../cases/quick-reason.ts'
import { suggestQuickReasons, reasonWithoutTime } from './reason.ts'
import type { OrderedBy } from '../sanctions/by-moderator.ts'
import { liftBan, notBanned } from '../sanctions/lift-ban.ts'
import { inChat } from '../sanctions/surface.ts'
import { withReason } from '../sanctions/wording.ts'

/** Discord's largest page of bans, and a bound that no server reaches: 100,000 bans. */
const pageSize = 1000
const mostPages = 100
/** Discord's limit for a menu. */
const mostChoices = 25

/** The names of other banned people are shown only to the moderator; the unban itself is announced as a ban is. */
const alone = { ephemeral: true }

async function allBans(guild: Guild): Promise<BannedUser[]> {
  const found: BannedUser[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const bans = await guild.bans.fetch({ limit: pageSize, cache: false, ...(after !== undefined && { after }) })
    found.push(...bans.map(({ user }) => ({ id: user.id, username: user.username, globalName: user.globalName })))
    if (bans.size < pageSize) break
    after = bans.lastKey()
  }
  return found
}

const named = ({ id, tag }: Pick<User, 'id' | 'tag'>) => ({ id, name: tag })

async function lift(services: Services, guild: Guild, by: OrderedBy, target: NamedPerson, typed: string | null) {
  const { told, reason } = await liftBan(services, guild, by, { target, reason: typed }, inChat)
  return success(withReason(told, reason))
}

function choice(caller: string, matches: readonly BannedUser[], reason: string | null) {
  const more = matches.length - mostChoices
  const embed: APIEmbed = {
    color: colours.brand,
    description: `${matches.length === 1 ? 'One banned person matches' : `${matches.length} banned people match`}. Choose whom to unban${more > 0 ? `; the first ${mostChoices} are listed, type more of the name to see others` : ''}.`,
    ...(reason !== null && { fields: [{ name: 'Reason', value: reason }] }),
  }
  const menu = {
    type: ComponentType.StringSelect as const,
    custom_id: unbanChoice.id({}, caller),
    placeholder: 'Choose whom to unban',
    options: matches.slice(0, mostChoices).map(({ id, username, globalName }) => ({
      label: globalName ?? username,
      value: id,
      description: `${username} · ${id}`,
    })),
  }
  return { embeds: [embed], components: [{ type: ComponentType.ActionRow as const, components: [menu] }] }
}

export const unban = command<typeof moderation>()({
  description: 'Lifts a ban, by ID or name',
  needs: ['BanMembers'],
  options: {
    user: option.text('ID, or name in quotes if it has spaces', { max: 100 }),
    reason: reasonWithoutTime,
  },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['80351110224678912', 'mara'],
  async run(ctx, { user: typed, reason: typedReason }) {
    const { guild, member, own } = ctx
    const reason = tidyReason(quickReason(own.reasonTemplates, typedReason))
    await demandPermission(guild, 'BanMembers')
    const id = /^(?:<@!?)?(\d{17,20})>?[,;:.!]*$/.exec(typed)?.[1]
    if (id !== undefined) {
      const ban = await currentBan(guild, id)
      if (!ban) throw notBanned()
      return ctx.reply(await lift(ctx, guild, commandAttribution(ctx), named(ban.user), reason))
    }
    const banned = await allBans(guild)
    const called = bansMatching(banned, typed)
    // `.unban mara, sorry`
    const isCalled = called.exact.length + called.partial.length > 0
    const { exact, partial } = isCalled ? called : bansMatching(banned, typed.replace(/[,;:.!]+$/, ''))
    const [only, ...others] = exact
    if (only && others.length === 0)
      return ctx.reply(await lift(ctx, guild, commandAttribution(ctx), { id: only.id, name: only.username }, reason))
    const matches = exact.length > 0 ? exact : partial
    if (matches.length === 0)
      throw new UserError('moderation.not-banned', `Nobody called “${safeEcho(typed)}” is banned here.`, 404)
    return ctx.reply(choice(member.id, matches, reason), alone)
  },
})

export const unbanChoice = component(moderation, 'unbanChoice', {
  kind: 'select',
  pressedBy: 'caller',
  needs: ['BanMembers'],
  ack: 'update',
  data: z.object({}),
  async run(ctx) {
    const { interaction, guild, member, answer } = ctx
    const ban = await currentBan(guild, interaction.values[0] ?? '')
    if (!ban) throw new UserError('moderation.not-banned', 'That user is no longer banned.', 404)
    const reason = interaction.message.embeds[0]?.fields.find(({ name }) => name === 'Reason')?.value ?? null
    const moderator = named(member.user)
    const by = { source: 'person' as const, moderator, origin: interaction.channelId }
    const told = await lift(ctx, guild, by, named(ban.user), reason)
    const isAlone = interaction.message.flags.has(MessageFlags.Ephemeral)
    await answer(isAlone ? { ...success('Done.'), components: [] } : { ...told, components: [] })
    if (isAlone) await interaction.followUp({ ...told, allowedMentions: { parse: [] } })
  },
})
