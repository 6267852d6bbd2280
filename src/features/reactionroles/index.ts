import { feature, type Services, storedAtStart } from '#kernel/feature.ts'
import { cancelHeeding, added, allRemoved, emojiRemoved, heedLater, removed } from './choosing/react.ts'
import { cancelEnd, cancelSettling, endRole, resumeDue, settleMember } from './choosing/perform.ts'
import { offers } from './choosing/offer.ts'
import { pickChoices, pressChoice } from './choosing/press.ts'
import { dropNotesAbout, dropNotesOfRole, notesAbout } from './choosing/rows.ts'
import { rolesLost } from './choosing/lost-roles.ts'
import { commands } from './commands.ts'
import reactionroles from './contract.ts'
import { settlePosting } from './menus/deploy.ts'
import { leaveMessage } from './menus/remove-from-message.ts'
import { menusNoted } from './menus/contract.ts'
import { problems, requires } from './menus/problems.ts'
import { resetSelect } from './menus/reset-select.ts'
import { guildsWithReactions, menusOf, noteMissing } from './menus/rows.ts'
import { notedMenus } from './menus/save.ts'
import { check, compareAfterReturn } from './repair/check.ts'
import { routes } from './routes.ts'
import { tables } from './table.ts'

const hasReactions = storedAtStart((services: Services) => guildsWithReactions(services))

export default feature(reactionroles, {
  switch: 'enabled',
  commands,
  components: [pressChoice, pickChoices],
  offers,
  routes,
  tables,
  things: { [menusNoted]: notedMenus },
  stays: [{ what: 'Menus on a message that exists', why: 'need that message, which no other server has' }],
  requires,
  problems,
  jobs: { settleMember, endRole, heedLater, settlePosting, leaveMessage, resetSelect },
  plans: { check },
  listeners: {
    messageReactionAdd: added,
    messageReactionRemove: removed,
    messageReactionRemoveAll: (ctx, message) => allRemoved(ctx, message.id),
    messageReactionRemoveEmoji: emojiRemoved,
    messageDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, { messageId: id }),
    messageDeleteBulk(ctx, messages) {
      for (const messageId of messages.keys()) noteMissing(ctx, ctx.guild.id, { messageId })
    },
    channelDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, { channelId: id }),
    threadDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, { channelId: id }),
    guildMemberUpdate: rolesLost,
    guildMemberRemove(ctx, { id }) {
      const notes = notesAbout(ctx, ctx.guild.id, id)
      if (notes.length === 0) return
      for (const note of notes) if (note.endsAt !== null) cancelEnd(ctx, note)
      const binding = menusOf(ctx, ctx.guild.id).filter(({ design }) => design.mode === 'binding')
      dropNotesAbout(
        ctx,
        ctx.guild.id,
        id,
        binding.map(one => one.id),
      )
    },
    guildAvailable(ctx) {
      if (hasReactions(ctx, ctx.guild.id) && ctx.own.checkOnReturn && isReacting(ctx))
        compareAfterReturn(ctx, ctx.guild.id)
    },
  },
  gone: {
    // A menu keeps the ids of deleted channels and roles, and its page reports them.
    role: (ctx, id) => dropNotesOfRole(ctx, ctx.guild.id, id),
  },
  start: resumeDue,
  forgetUser(services, userId, guildId) {
    const guildIds = guildId === undefined ? [...services.client.guilds.cache.keys()] : [guildId]
    for (const id of guildIds) {
      cancelSettling(services, id, userId)
      for (const note of notesAbout(services, id, userId)) {
        cancelEnd(services, note)
        cancelHeeding(services, id, note)
      }
    }
  },
})

function isReacting(ctx: Parameters<typeof menusOf>[0] & { guild: { id: string } }): boolean {
  return menusOf(ctx, ctx.guild.id).some(one => one.deployedKind === 'reactions' && one.messageId !== null)
}
