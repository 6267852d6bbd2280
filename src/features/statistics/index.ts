import { isHumanMessage } from '#kit/human-message.ts'
import { type Context, feature, processState, type Services } from '#kernel/feature.ts'
import statistics from './contract.ts'
import { countsOf, flushMs } from './counts.ts'
import { oldDays, scheduleOldDays } from './old-days.ts'
import { readDays } from './days.ts'
import { tables } from './table.ts'

type Here = Context<typeof statistics>

const counting = (ctx: Here) => (ctx.own.counting ? countsOf(ctx).of(ctx.guild.id) : undefined)

const ticking = processState(() => ({ end: () => {} }))

/** Stores everything pending, a batch at a time, with other work in between. */
function storeAll(services: Services, batches = countsOf(services).batches()): void {
  if (batches === 0) return
  countsOf(services).store()
  if (batches > 1) setImmediate(() => safely(services, () => storeAll(services, batches - 1)))
}

function safely({ log }: Services, act: () => void): void {
  try {
    act()
  } catch (err) {
    // For example because the disk is full: nothing was dropped, and the next attempt includes what has been added
    // since.
    log.warn({ err, feature: statistics.name }, 'counts could not be stored')
  }
}

function keepCounting(services: Services): () => void {
  const tick = () =>
    safely(services, () => {
      countsOf(services).beginDay()
      storeAll(services)
    })
  services.client.on('clientReady', tick)
  const timer = setInterval(tick, flushMs).unref()
  return () => {
    clearInterval(timer)
    services.client.off('clientReady', tick)
  }
}

export default feature(statistics, {
  tables,
  jobs: { oldDays },
  listeners: {
    messageCreate(ctx, message) {
      if (!isHumanMessage(message)) return
      const gain = counting(ctx)
      if (gain) gain.messages++
    },
    guildMemberAdd(ctx) {
      const gain = counting(ctx)
      if (gain) gain.joined++
    },
    guildMemberRemove(ctx) {
      const gain = counting(ctx)
      if (gain) gain.left++
    },
  },
  start(services) {
    scheduleOldDays(services)
    ticking(services).end = keepCounting(services)
  },
  stop(services) {
    ticking(services).end()
    const counts = countsOf(services)
    safely(services, () => {
      while (counts.batches() > 0) counts.store()
    })
  },
  routes: {
    days(ctx) {
      // Makes sure that today's row exists from the first view on.
      counting(ctx)
      countsOf(ctx).store(ctx.guild.id)
      return { counting: ctx.own.counting, days: readDays(ctx, ctx.guild.id, ctx.query.days) }
    },
    async setCounting(ctx) {
      const { counting: wanted } = ctx.body
      const own = await ctx.change({ counting: wanted }, { userId: ctx.user.id, via: 'dashboard' })
      return { counting: own.counting }
    },
  },
  forgetGuild: (services, guildId) => countsOf(services).discard(guildId),
  exportGuild(services, guildId) {
    countsOf(services).store(guildId)
    return {}
  },
})
