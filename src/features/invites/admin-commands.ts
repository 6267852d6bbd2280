import type { User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { command, type CommandContext, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { missingPermission, mayRead, readInvites } from './baseline.ts'
import { addBonus, importCode, resetBonus } from './bonus.ts'
import { type default as contract, limits } from './contract.ts'
import { invitesOf } from './counts.ts'
import { scheduleRanks } from './ranks.ts'
import { invitesText } from './attribution-text.ts'
import { slashRoot } from './slash-root.ts'

const here = command<typeof contract>()

/** @throws UserError for bots, which invite nobody */
function demandPerson(user: User): void {
  if (user.bot) throw new UserError('invites.bot', 'Bots have no invites. Choose a person.')
}

function changeBonus(ctx: CommandContext<typeof contract>, user: User, amount: number) {
  const { db, guild, member, now, reply } = ctx
  demandPerson(user)
  addBonus(db, { guildId: guild.id, userId: user.id, byId: member.id, at: now() }, amount)
  scheduleRanks(ctx, guild.id, user.id)
  return reply(success(`<@${user.id}> now has ${invitesText(invitesOf(db, guild.id, user.id))}.`))
}

export const addinvites = here({
  description: 'Gives somebody invites, or takes them away with a negative number',
  slash: { root: slashRoot, name: 'add' },
  aliases: ['addinvite', 'giveinvites', 'bonusinvites'],
  needs: ['ManageGuild'],
  options: {
    user: option.user('who gets them'),
    amount: option.integer('how many; negative to take them away', {
      min: -limits.bonus,
      max: limits.bonus,
      counted: ['invite', 'invites'],
    }),
  },
  examples: ['@mara 5', '@mara -2'],
  run(ctx, { user, amount }) {
    if (amount === 0) throw new UserError('invites.zero', 'The amount must not be 0.')
    return changeBonus(ctx, user, amount)
  },
})

export const removeinvites = here({
  description: 'Takes invites away from somebody',
  slash: { root: slashRoot, name: 'remove' },
  aliases: ['removeinvite', 'takeinvites'],
  needs: ['ManageGuild'],
  options: {
    user: option.user('who loses them'),
    amount: option.integer('how many', { min: 1, max: limits.bonus, counted: ['invite', 'invites'] }),
  },
  examples: ['@mara 2'],
  run: (ctx, { user, amount }) => changeBonus(ctx, user, -amount),
})

export const resetinvites = here({
  description: 'Removes the invites somebody was given by hand or by an import',
  slash: { root: slashRoot, name: 'reset' },
  aliases: ['clearinvites'],
  needs: ['ManageGuild'],
  options: { user: option.user('whose') },
  examples: ['@mara'],
  run(ctx, { user }) {
    const { db, guild, member, now, reply } = ctx
    resetBonus(db, { guildId: guild.id, userId: user.id, byId: member.id, at: now() })
    scheduleRanks(ctx, guild.id, user.id)
    return reply(success(`<@${user.id}> now has ${invitesText(invitesOf(db, guild.id, user.id))}.`))
  },
})

export const invitesimport = here({
  description: 'Adds the uses that invites had before they were tracked, each invite once',
  slash: { root: slashRoot, name: 'import' },
  needs: ['ManageGuild'],
  botNeeds: ['ManageGuild'],
  options: { user: option.user('whose invites; everybody’s when left out', { optional: true }) },
  examples: ['', '@mara'],
  async run(ctx, { user }) {
    const { client, db, guild, member, now, reply, defer } = ctx
    await defer()
    const found = await readInvites(guild)
    const entries = found.flatMap(({ code, inviterId, uses }) => {
      if (inviterId === null || (user && inviterId !== user.id) || uses === 0) return []
      return client.users.cache.get(inviterId)?.bot ? [] : [{ code, inviterId, uses }]
    })
    const added = db.transaction(() =>
      entries.map(({ code, inviterId, uses }) => {
        const entry = { guildId: guild.id, userId: inviterId, byId: member.id, at: now() }
        const amount = importCode(db, entry, code, uses)
        if (amount > 0) scheduleRanks(ctx, guild.id, inviterId)
        return amount
      }),
    )
    const sum = added.reduce((total, amount) => total + amount, 0)
    const links = added.filter(amount => amount > 0).length
    return reply(
      success(
        sum === 0
          ? 'There is nothing to import: all uses are already counted.'
          : `Imported ${formatCount(sum, 'use')} of ${formatCount(links, 'invite')}.`,
      ),
    )
  },
})

export const invitetracker = here({
  description: 'Switches invite tracking on or off',
  slash: { root: slashRoot, name: 'tracking' },
  aliases: ['invitetracking'],
  needs: ['ManageGuild'],
  always: true,
  options: { state: option.choice('on or off', ['on', 'off']) },
  run(ctx, { state }) {
    const { guild, member, reply } = ctx
    if (state === 'on' && !mayRead(guild)) throw new UserError('invites.blind', missingPermission, 403)
    ctx.save({ tracking: state === 'on' }, { userId: member.id, via: 'command' })
    return reply(
      success(
        state === 'on'
          ? 'Invite tracking is now on. From the next join on, I keep track of who invited whom.'
          : 'Invite tracking is now off. Existing counts are kept.',
      ),
      { ephemeral: true },
    )
  },
})
