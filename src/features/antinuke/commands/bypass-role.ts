import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { shownRole } from '#kit/channel-or-role.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { createBypassRole } from '../calls/bypass-role.ts'
import type antinuke from '../contract.ts'
import { rosterOf } from '../engine/roster.ts'
import { author, ephemeral, type Ctx } from './author.ts'

const here = command<typeof antinuke>()
const edits = { needs: ['antinuke.bypassRole'], always: true } as const

/** Permissions as people type them, with what they let holders do. */
const permissions = {
  ban: { key: 'can_ban', does: 'ban' },
  kick: { key: 'can_kick', does: 'kick' },
  roles: { key: 'can_manage_roles', does: 'manage roles' },
  channels: { key: 'can_manage_channels', does: 'manage channels' },
  webhooks: { key: 'can_manage_webhooks', does: 'manage webhooks' },
} as const
const words = ['ban', 'kick', 'roles', 'channels', 'webhooks'] as const

/** Says whom a role exempts at once when it becomes the bypass role; empty where that is nobody. */
function describeExemptions(ctx: Ctx, roleId: string): string[] {
  const held = [...rosterOf(ctx, ctx.guild.id).people.values()].filter(
    ({ id, roles, goneAt }) => goneAt === undefined && id !== ctx.client.user.id && roles.includes(roleId),
  ).length
  if (held === 0) return []
  const who = formatCount(held, 'person who could do harm holds', 'people who could do harm hold')
  return [`${who} it; what it lets through no longer counts against them.`]
}

function shown({ own, guild, written }: Ctx): string {
  if (own.bypassRole === null) return `No bypass role set. \`${written('bypassrole create')}\` creates one.`
  const lines = words.map(word => {
    const { key, does } = permissions[word]
    return `${own.bypassPermissions[key] ? '🟢' : '⚪'} ${does}`
  })
  return [`${shownRole(guild, own.bypassRole)}: its holders are not counted when they`, ...lines].join('\n')
}

export const bypassrole: CommandGroup<typeof antinuke> = {
  description: 'A role whose holders may do chosen things without being counted',
  needs: ['antinuke.view'],
  always: true,
  bare: 'show',
  synonyms: { add: 'set', off: 'remove', permissions: 'perm' },
  subcommands: {
    show: here({
      description: 'Shows the bypass role and what it lets through',
      run: ctx =>
        ctx.reply({ embeds: [{ color: colours.brand, title: 'Bypass role', description: shown(ctx) }] }, ephemeral),
    }),
    create: here({
      ...edits,
      description: 'Creates a bypass role without any permissions',
      async run(ctx) {
        await ctx.defer(ephemeral)
        const roleId = await createBypassRole(ctx, author(ctx))
        const next = `\`${ctx.written('bypassrole perm ban on')}\` lets its holders ban.`
        return ctx.reply(success(`<@&${roleId}> is the bypass role. ${next}`), ephemeral)
      },
    }),
    set: here({
      ...edits,
      description: 'Chooses a role as the bypass role',
      options: { role: option.role('the role') },
      examples: ['@Builders'],
      async run(ctx, { role }) {
        await ctx.change({ bypassRole: role.id }, author(ctx))
        return ctx.reply(
          success([`<@&${role.id}> is the bypass role.`, ...describeExemptions(ctx, role.id)].join(' ')),
          ephemeral,
        )
      },
    }),
    remove: here({
      ...edits,
      description: 'Stops using the bypass role; the role itself stays',
      async run(ctx) {
        if (ctx.own.bypassRole === null) throw new UserError('antinuke.no-bypass', 'No bypass role set.')
        await ctx.change({ bypassRole: null }, author(ctx))
        return ctx.reply(success('There is no bypass role now. The role itself stays.'), ephemeral)
      },
    }),
    perm: here({
      ...edits,
      description: 'Sets what holders of the bypass role may do without being counted',
      options: { permission: option.choice('what', words), state: option.choice('on or off', ['on', 'off']) },
      examples: ['ban on', 'channels off'],
      async run(ctx, { permission, state }) {
        const { key, does } = permissions[permission]
        await ctx.change(
          own => ({ bypassPermissions: { ...own.bypassPermissions, [key]: state === 'on' } }),
          author(ctx),
        )
        const told = state === 'on' ? `may ${does} without being counted` : `are counted when they ${does}`
        return ctx.reply(success(`Holders of the bypass role ${told}.`), ephemeral)
      },
    }),
  },
}
