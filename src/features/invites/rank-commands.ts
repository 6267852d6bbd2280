import { UserError } from '#kit/errors.ts'
import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { shownRole } from '#kit/channel-or-role.ts'
import { colours, success } from '#kit/notices.ts'
import type contract from './contract.ts'
import { limits, type Rank } from './contract.ts'
import { slashRoot } from './slash-root.ts'

const here = command<typeof contract>()

const byInvites = (ranks: readonly Rank[]) => ranks.toSorted((a, b) => a.invites - b.invites)

export const inviteranks = here({
  description: 'Lists the roles that members get for invites',
  slash: { root: slashRoot, name: 'ranks' },
  run({ guild, own, reply, written }) {
    const lines = byInvites(own.ranks).map(({ invites, roleId }) => `${shownRole(guild, roleId)}: ${invites}`)
    const none = `There are no invite ranks. \`${written('inviterank add <role> <invites>')}\` adds one.`
    return reply({
      embeds: [{ color: colours.brand, title: 'Ranks for invites', description: lines.join('\n') || none }],
    })
  },
})

const add = here({
  description: 'Gives a role to members who reach a number of invites',
  options: {
    role: option.role('the role to give'),
    invites: option.integer('invites that it takes', {
      min: 1,
      max: limits.rankInvites,
      counted: ['invite', 'invites'],
    }),
  },
  examples: ['@Recruiter 10'],
  async run({ change, member, reply }, { role, invites }) {
    await change(
      ({ ranks }) => ({
        ranks: byInvites([...ranks.filter(({ roleId }) => roleId !== role.id), { invites, roleId: role.id }]),
      }),
      { userId: member.id, via: 'command' },
    )
    return reply(success(`Members with ${invites} or more invites get <@&${role.id}> from now on.`), {
      ephemeral: true,
    })
  },
})

const remove = here({
  description: 'Stops giving a role for invites; members who have it keep it',
  options: { role: option.role('the role', { instead: 'Name the role: `{prefix}inviteranks` lists them.' }) },
  examples: ['@Recruiter'],
  run({ own, save, member, reply }, { role }) {
    const ranks = own.ranks.filter(({ roleId }) => roleId !== role.id)
    if (ranks.length === own.ranks.length)
      throw new UserError('invites.no-rank', `<@&${role.id}> is not an invite rank.`)
    save({ ranks }, { userId: member.id, via: 'command' })
    return reply(success(`<@&${role.id}> is no longer given for invites. Those who have it keep it.`), {
      ephemeral: true,
    })
  },
})

export const inviterank: CommandGroup<typeof contract> = {
  description: 'Changes the roles that members get for invites',
  slash: { root: slashRoot, name: 'rank' },
  needs: ['ManageGuild'],
  subcommands: { add, remove },
  synonyms: { set: 'add' },
}
