import type { Guild } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { nearest } from '#kit/edit-distance.ts'
import { success } from '#kit/notices.ts'
import { inert, safeEcho, endTag, timeTag } from '#kit/template.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import type premium from './contract.ts'
import type { Standing } from './contract.ts'
import { claim, grant, premiumOf, revoke, standingOf } from './periods.ts'

type Ctx = CommandContext<typeof premium>
const here = command<typeof premium>()

const by: Record<NonNullable<Standing['by']>, string> = {
  claim: 'its free month',
  grant: 'a grant from whoever runs this bot',
  discord: 'a subscription on Discord',
}

/** 'until 21 December 2026, through its free month' */
function described({ by: what, until }: Standing): string {
  const end = until === null ? 'for good' : `until ${endTag(until, 'D')}`
  return what === null ? end : `${end}, through ${by[what]}`
}

function statusText(ctx: Ctx): string {
  if (ctx.entitlements.mode === 'all') return 'Every server has premium here, and it never ends.'
  const standing = standingOf(ctx, ctx.guild.id)
  if (standing.state === 'on') return `This server has premium ${described(standing)}.`
  return standing.claimedAt === null
    ? `This server has no premium. Anybody with Manage Server can claim a free month with \`${ctx.written('premium claim')}\`.`
    : `This server has no premium. Its free month was claimed ${timeTag(standing.claimedAt, 'D')}.`
}

const status = here({
  description: 'Shows whether this server has premium, and until when',
  run: ctx => ctx.reply(success(statusText(ctx)), { ephemeral: true }),
})

const claimMonth = here({
  description: 'Claims the free month of premium that every server has once',
  needs: ['ManageGuild'],
  run(ctx) {
    const standing = claim(ctx, { guildId: ctx.guild.id, byId: ctx.member.id })
    return ctx.reply(success(`This server has premium ${described(standing)}.`))
  },
})

/** A server by its id, or the current one. @throws UserError that suggests the nearest one */
function serverNamed(ctx: Ctx, text: string): Guild {
  const { cache } = ctx.client.guilds
  const found = text.toLowerCase() === 'here' ? ctx.guild : cache.get(text)
  if (found) return found
  if (/^\d{17,20}$/.test(text))
    throw new UserError('premium.unknown-server', `I am in no server with the ID ${text}.`, 404)
  const [meant] = nearest(text, [...cache.values()], guild => [guild.name], 1)
  const hint = meant ? ` Did you mean ${meant.id}, ${inert(meant.name)}?` : ''
  throw new UserError(
    'premium.unknown-server',
    `“${safeEcho(text)}” is neither the ID of a server nor \`here\`.${hint}`,
    404,
  )
}

const server = option.text('the ID of the server, or here', { max: 100 })

const grantTo = here({
  description: 'Gives a server more days of premium',
  needs: ['operator'],
  slash: false,
  options: { server, days: option.integer('how many days', { min: 1, max: 3650 }) },
  examples: ['here 30', '123456789012345678 365'],
  run(ctx, args) {
    const guild = serverNamed(ctx, args.server)
    const standing = grant(ctx, { guildId: guild.id, days: args.days, byId: ctx.member.id })
    ctx.log.info({ guildId: guild.id, userId: ctx.member.id, days: args.days }, 'premium granted')
    return ctx.reply(success(`${inert(guild.name)} has premium ${described(standing)}.`))
  },
})

const revokeFrom = here({
  description: 'Takes back what a server was granted, and its free month',
  needs: ['operator'],
  slash: false,
  options: { server },
  examples: ['here', '123456789012345678'],
  run(ctx, args) {
    const guild = serverNamed(ctx, args.server)
    const took = revoke(ctx, guild.id)
    const bought = premiumOf(ctx, guild.id).until !== undefined
    if (!took)
      throw new UserError(
        'premium.nothing',
        bought
          ? `${inert(guild.name)} has premium by a subscription on Discord, which only Discord can end.`
          : `${inert(guild.name)} has no premium to take back.`,
        409,
      )
    ctx.log.info({ guildId: guild.id, userId: ctx.member.id }, 'premium revoked')
    const rest = bought ? ' It still has premium by a subscription on Discord.' : ''
    return ctx.reply(success(`${inert(guild.name)} has lost what it was granted.${rest}`))
  },
})

export const premiumCommand: CommandGroup<typeof premium> = {
  description: 'Premium of this server',
  always: true,
  bare: 'status',
  subcommands: { status, claim: claimMonth, grant: grantTo, revoke: revokeFrom },
}
