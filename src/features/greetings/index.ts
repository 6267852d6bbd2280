import { type Context, feature } from '#kernel/feature.ts'
import { greetingCommands } from './commands.ts'
import greetings, { greetingOf, kinds } from './contract.ts'
import { deliver } from './sending/deliver.ts'
import { demandSound, forms } from './forms.ts'
import { takeSnapshot } from './sending/member-snapshot.ts'
import { sendPreview } from './preview.ts'
import { previewCard } from './card/preview-card.ts'
import { inviterOf } from './template-facts.ts'
import { farewell, rulesAccepted, welcome } from './sending/queue.ts'
import { catchUp, forgetOld } from './sending/catch-up.ts'
import { greetingsSwitch } from './module-switch.ts'
import { setup } from './setup.ts'
import { tables } from './table.ts'

/** The permissions that each active greeting needs in its channel. */
function* requirements({ own }: Context<typeof greetings>) {
  for (const kind of kinds) {
    const { enabled, channel, type, card } = greetingOf(own, kind)
    if (!enabled || channel === null) continue
    const common = { channelId: channel, setting: `${kind}_channel`, why: `to post ${kind} messages` }
    yield { permission: 'ViewChannel' as const, ...common }
    yield { permission: 'SendMessages' as const, ...common }
    if (type !== 'message') yield { permission: 'EmbedLinks' as const, ...common }
    if (card) yield { permission: 'AttachFiles' as const, ...common }
  }
}

export default feature(greetings, {
  switch: greetingsSwitch,
  setup,
  requires: ctx => [...requirements(ctx)],
  commands: { welcome: greetingCommands('welcome'), farewell: greetingCommands('farewell') },
  listeners: {
    guildMemberAdd(ctx, member) {
      if (member.id === ctx.client.user.id) return
      const { bot } = member.user
      const pending = member.pending
      welcome(ctx, { guildId: ctx.guild.id, userId: member.id, bot, pending, person: takeSnapshot(member) })
    },
    guildMemberUpdate(ctx, _before, member) {
      if (!member.pending) rulesAccepted(ctx, ctx.guild.id, member.id)
    },
    guildMemberRemove(ctx, member) {
      if (member.id === ctx.client.user.id) return
      farewell(ctx, { guildId: ctx.guild.id, userId: member.id, bot: member.user.bot, person: takeSnapshot(member) })
    },
  },
  jobs: { deliver, catchUp, forgetOld },
  start({ scheduler, now }) {
    scheduler.at(catchUp, { at: now(), key: 'start' })
    for (const hourly of [catchUp, forgetOld]) scheduler.every(hourly, { everyMs: 60 * 60_000, key: 'hourly' })
  },
  routes: {
    async preview(ctx) {
      const member = await ctx.guild.members.fetch(ctx.user.id)
      return { message: await sendPreview(ctx, ctx.guild, ctx.body.type, member, ctx.body.key) }
    },
    card: async ctx => ({ name: 'card.png', content: await previewCard(ctx, ctx.guild, ctx.member, ctx.query) }),
    inviter: ctx => inviterOf(ctx, ctx.guild, ctx.member.id),
  },
  forms,
  checkSettings: demandSound,
  tables,
})
