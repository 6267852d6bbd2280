import { UserError } from '#kit/errors.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { autoGrantProblem } from '#kit/role-grants.ts'
import { cut, messageLimits } from '#kit/template.ts'
import autorole, { limits } from './contract.ts'

type Ctx = CommandContext<typeof autorole>
type List = 'memberRoles' | 'botRoles'
const here = command<typeof autorole>()

const kinds = ['members', 'bots'] as const
const listOf = (kind: (typeof kinds)[number] | undefined): List => (kind === 'bots' ? 'botRoles' : 'memberRoles')
const author = (ctx: Ctx) => ({ userId: ctx.member.id, via: 'command' })
const whom = option.choice('members, unless you say bots', kinds, { optional: true })

const add = here({
  description: 'Adds a role that newcomers get',
  always: true,
  options: { role: option.role('the role'), kind: whom },
  examples: ['@Member', '@Bots bots'],
  async run(ctx, { role, kind }) {
    const list = listOf(kind)
    if (ctx.own.enabled && ctx.own[list].includes(role.id))
      throw new UserError(
        'autorole.known',
        `${kind === 'bots' ? 'Bots' : 'Members'} who join get <@&${role.id}> already.`,
      )
    await ctx.change(own => {
      if (!own[list].includes(role.id) && own[list].length >= limits.roles)
        throw new UserError('autorole.full', `There are ${limits.roles} roles already. Remove one first.`)
      return { enabled: true, [list]: [...new Set([...own[list], role.id])] }
    }, author(ctx))
    return ctx.reply(success(`${kind === 'bots' ? 'Bots' : 'Members'} who join now get <@&${role.id}>.`), {
      ephemeral: true,
    })
  },
})

const remove = here({
  description: 'Removes a role, so that newcomers no longer get it',
  always: true,
  options: { role: option.role('the role') },
  examples: ['@Member'],
  run(ctx, { role }) {
    const { memberRoles, botRoles } = ctx.settings.read(ctx.guild.id, autorole)
    if (![...memberRoles, ...botRoles].includes(role.id))
      throw new UserError('autorole.unknown', `Newcomers do not get <@&${role.id}>.`)
    const without = (ids: readonly string[]) => ids.filter(id => id !== role.id)
    ctx.save({ memberRoles: without(memberRoles), botRoles: without(botRoles) }, author(ctx))
    return ctx.reply(success(`Newcomers no longer get <@&${role.id}>.`), { ephemeral: true })
  },
})

function line({ guild, access }: Ctx, id: string): string {
  const role = guild.roles.cache.get(id)
  if (!role) return `• \`${id}\`: ⚠️ this role no longer exists. Remove it on the dashboard.`
  const problem = autoGrantProblem(access, role)
  return problem === undefined ? `• <@&${id}>` : `• <@&${id}>: ⚠️ ${problem}`
}

function givenWhen({ delayMinutes, waitForScreening }: Ctx['own']): string {
  const wait = delayMinutes === 0 ? '' : `${delayMinutes} ${delayMinutes === 1 ? 'minute' : 'minutes'} after `
  if (waitForScreening)
    return wait === '' ? 'Given once the rules are accepted' : `Given ${wait}joining, once the rules are accepted`
  return wait === '' ? 'Given at once' : `Given ${wait}joining`
}

const list = here({
  description: 'Lists the roles that newcomers get',
  always: true,
  run(ctx) {
    const { own, reply } = ctx
    const lines = (ids: readonly string[]) =>
      cut(ids.map(id => line(ctx, id)).join('\n'), messageLimits.fieldValue) || 'None.'
    return reply(
      {
        embeds: [
          {
            color: colours.brand,
            title: `Auto Roles: ${own.enabled ? 'on' : 'off'}`,
            fields: [
              { name: 'Members', value: lines(own.memberRoles) },
              { name: 'Bots', value: lines(own.botRoles) },
            ],
            footer: { text: givenWhen(own) },
          },
        ],
      },
      { ephemeral: true },
    )
  },
})

const on = here({
  description: 'Switches auto roles on again, with the list that was kept',
  always: true,
  async run(ctx) {
    const ids = [...new Set([...ctx.own.memberRoles, ...ctx.own.botRoles])]
    if (ids.length === 0)
      throw new UserError('autorole.none', `Add a role first: \`${ctx.written('autorole add @role')}\`.`)
    await ctx.change({ enabled: true }, author(ctx))
    const lines = cut(ids.map(id => line(ctx, id)).join('\n'), messageLimits.fieldValue)
    return ctx.reply(success(`Newcomers get roles again:\n${lines}`), { ephemeral: true })
  },
})

const off = here({
  description: 'Switches auto roles off; the list is kept',
  always: true,
  run(ctx) {
    ctx.save({ enabled: false }, author(ctx))
    const back = `\`${ctx.written('autorole on')}\` gives them again.`
    return ctx.reply(success(`Newcomers no longer get roles. The list is kept: ${back}`), { ephemeral: true })
  },
})

export const group: CommandGroup<typeof autorole> = {
  description: 'Roles that newcomers get',
  aliases: ['autoroles', 'joinrole', 'joinroles'],
  needs: ['ManageGuild', 'ManageRoles'],
  always: true,
  subcommands: { add, remove, list, on, off },
  bare: 'list',
  otherwise: 'add',
  synonyms: { show: 'list', view: 'list', enable: 'on', disable: 'off', set: 'add' },
}
