import type { Guild } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { feature, job, type Services } from '#kernel/feature.ts'
import { demandEmbeds, takeSnapshot } from '#features/greetings/public.ts'
import joindms, { asGreeting } from './contract.ts'
import { deliver, sendTest } from './deliver.ts'
import { pauseOf } from './pause.ts'
import { memberJoined, deliveriesOf, memberLeft, rulesAccepted, resume, sweep } from './queue.ts'
import { joinDmQueue, tables } from './table.ts'

/** Members that one request to the gateway may name. Source: Discord's documentation, "Request Guild Members". */
const perRequest = 100

/** Finds members who accepted the rules, or left, while the bot was offline. */
async function recheck(services: Services, guild: Guild): Promise<void> {
  const rows = services.db
    .select({ userId: joinDmQueue.userId })
    .from(joinDmQueue)
    .where(and(eq(joinDmQueue.guildId, guild.id), eq(joinDmQueue.state, 'screening')))
    .limit(perRequest)
    .all()
  if (rows.length === 0) return
  const members = await guild.members.fetch({ user: rows.map(({ userId }) => userId) })
  for (const { userId } of rows) {
    const member = members.get(userId)
    if (!member) memberLeft(services, guild.id, userId)
    else if (!member.pending) rulesAccepted(services, guild.id, userId)
  }
}

/** Every hour: deletes old rows. */
const forgetOld = job({ deletesOld: true, run: sweep })

/** At each start and every hour: finds what was missed while the bot was offline. */
const catchUp = job({
  async run(services) {
    resume(services)
    const guilds = services.db
      .selectDistinct({ guildId: joinDmQueue.guildId })
      .from(joinDmQueue)
      .where(eq(joinDmQueue.state, 'screening'))
      .all()
    for (const { guildId } of guilds) {
      const guild = services.client.guilds.cache.get(guildId)
      if (guild?.available)
        await recheck(services, guild).catch((err: unknown) =>
          services.log.warn({ err, guildId }, 'screened members could not be looked up'),
        )
    }
  },
})

export default feature(joindms, {
  switch: 'enabled',
  listeners: {
    guildMemberAdd(ctx, member) {
      if (member.user.bot) return
      const { id: userId, pending } = member
      memberJoined(ctx, { guildId: ctx.guild.id, userId, pending, person: takeSnapshot(member) })
    },
    guildMemberUpdate(ctx, _before, member) {
      if (!member.pending) rulesAccepted(ctx, ctx.guild.id, member.id)
    },
    guildMemberRemove: (ctx, member) => memberLeft(ctx, ctx.guild.id, member.id),
  },
  checkSettings: (_ctx, { before, after }) => demandEmbeds(asGreeting(before), asGreeting(after), 'embedMore'),
  jobs: { deliver, catchUp, forgetOld },
  start({ scheduler, now }) {
    scheduler.at(catchUp, { at: now(), key: 'start' })
    for (const hourly of [catchUp, forgetOld]) scheduler.every(hourly, { everyMs: 60 * 60_000, key: 'hourly' })
  },
  problems(ctx) {
    const pause = pauseOf(ctx, ctx.guild.id)
    return pause ? [{ title: 'Messages to new members are paused', repair: pause.why, setting: 'enabled' }] : []
  },
  routes: {
    deliveries: ctx => ({ ...deliveriesOf(ctx, ctx.guild.id), pause: pauseOf(ctx, ctx.guild.id) ?? null }),
    async test(ctx) {
      return { message: await sendTest(ctx, ctx.guild, await ctx.client.users.fetch(ctx.user.id), ctx.body.key) }
    },
  },
  tables,
})
